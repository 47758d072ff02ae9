# tests/golden/make.sh reads this. Twelve seconds of a circle in three recordings, as versions 3 and 1 of the table have them.
if wants racechrono-csv read; then
    rows() {
        awk -v version="$1" 'BEGIN { for (i = 0; i < 120; i++) { a = i / 10; lap = (i < 10 || i > 110) ? "" : (i < 50 ? 1 : 2); part = (i < 80) ? 0 : 1; left = (i % 2) ? "0.25" : ""
            place = sprintf("%.8f,%.8f", 43.8 - 0.0003 * cos(a), -88 + 0.0004 * sin(a))
            if (version == 3) printf "%.2f,%d,%s,%.2f,%s,%.4f,%s,%.4f,,%d\n", 1725210115.28 + i / 10, part, lap, i / 10, place, 20 + i / 50,
                left, 20 + i / 49, 5000 + i
            else printf "%s,%.2f,0,10,%s,%.4f,%d,\n", lap == "" ? "N/A" : lap, 1725210115 + i / 10, place, 20 + i / 50, 5000 + i } }'
    }
    {
        printf 'This file is created using RaceChrono v8.0.8 ( http://racechrono.com/ ).\nFormat,3\nSession title,"Calder, short"\nSession type,Lap timing\n'
        printf 'Track name,"Calder, short"\nDriver name,\nCreated,01/09/2024,16:55\nNote,\n\n'
        printf 'timestamp,fragment_id,lap_number,elapsed_time,latitude,longitude,speed,lateral_acc,speed,speed,rpm\nunix time,,,s,deg,deg,m/s,G,m/s,m/s,rpm\n'
        printf ',,,,100: gps,100: gps,100: gps,calc,calc,200: canbus,200: canbus\n'
        rows 3
    } >ok/v3.csv
    {
        printf 'This file is created using RaceChrono v4.1.5 ( http://www.racechrono.com/ ).\n\nSession title,Calder\nSession type,Lap timing\nTrack name,Calder\n'
        printf 'Driver name,A. Varga\nExport scope,Whole session\nCreated,1/9/2024,16:55\nNote,\n\n'
        printf 'Lap #,Timestamp (s),Distance (m),Locked satellites,Latitude (deg),Longitude (deg),Speed (m/s),RPM (rpm),Trap name\n'
        rows 1
    } >ok/v1.csv

    edit() { sed "$1" "bad/$name" >bad/edited && mv bad/edited "bad/$name"; }
    bad no-names.csv v3.csv && edit 's/^timestamp/clock/'
    bad no-units.csv v3.csv && edit '/^unix time/d; /^,,,,100/d'
    bad fact.csv v3.csv && edit 's/^Format,3/Format,three/'
    bad pasted.csv v3.csv && cat ok/v3.csv >>bad/pasted.csv
    bad other.csv v3.csv && cat ok/v1.csv >>bad/other.csv
    bad twice.csv v3.csv && edit '/^1725210120/p'
    bad back.csv v3.csv && edit 's/^1725210120.28/1725210119.28/'
    bad clock.csv v3.csv && edit 's/^1725210120.28/now/'
    bad word.csv v3.csv && edit 's/^\(1725210120.28,0,2,5.00,[^,]*,[^,]*\),[^,]*/\1,fast/'
    bad number.csv v3.csv && edit 's/^1725210120.28,0,2/1725210120.28,0,2.5/'
    bad cells.csv v3.csv && edit 's/^1725210120.28,0/1725210120.28/'
    bad lost.csv v3.csv && edit 's/^\(1725210120.28,0,2,5.00\),[^,]*,[^,]*/\1,0.0,0.0/'
    bad cut.csv v3.csv && cut_to 3000
fi
