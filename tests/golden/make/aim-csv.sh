# tests/golden/make.sh reads this. Six seconds of a circle, as Race Studio 2 and 3 export them.
if wants aim-csv read; then
    rows() {
        awk -v separator="$1" 'BEGIN { for (i = 0; i < 60; i++) { a = i / 10
            printf "\"%.3f\"%s\"%.4f\"%s\"%.4f\"%s\"%.8f\"%s\"%.8f\"%s\"%d\"\n", i / 10, separator, 100 + i / 10, separator, 0.5 - i / 1000,
                separator, 43.8 - 0.0003 * cos(a), separator, -88 + 0.0004 * sin(a), separator, 5000 + i } }'
    }
    {
        printf '"Format","AiM CSV File"\n"Session","Calder"\n"Vehicle","Kart"\n"Racer","A. Varga"\n"Championship",""\n"Comment","dry,\n\nthen wet"\n'
        printf '"Date","Saturday, July 01, 2023"\n"Time","1:03 PM"\n"Sample Rate","10"\n"Duration","6"\n"Segment","Session"\n'
        printf '"Beacon Markers","1.25","4.75","6"\n"Segment Times","0:01.250","0:03.500","0:01.250"\n\n'
        printf '"Time","GPS Speed","GPS LatAcc","GPS Latitude","GPS Longitude","RPM"\n"s","km/h","g","deg","deg","rpm"\n\n'
        rows ,
    } >ok/rs3.csv
    {
        printf '"Format","AIM CSV File"\r\n"Venue","Calder"\r\n"Vehicle","Kart"\r\n"User","A. Varga"\r\n"Data Source","AIM Data Logger"\r\n'
        printf '"Comment",""\r\n"Date","01/07/23"\r\n"Time","13:03:24"\r\n"Sample Rate","10"\r\n"Duration","6"\r\n"Segment","Session 2"\r\n'
        printf '"Beacon Markers","1.250  4.750"\r\n"Segment Times"," 0:01.250"," 0:03.500"," 0:01.250"\r\n\r\n'
        for _ in 1 2; do printf '"Time","GPS_Speed","GPS_LatAcc","GPS_Latitude","GPS_Longitude","RPM",\r\n'; done
        printf '"sec","mph","g","\260","\260","rpm",\r\n"","","1","2","3","4",\r\n\r\n'
        rows , | sed 's/$/,\r/'
    } >ok/rs2.csv

    edit() { sed "$1" "bad/$name" >bad/edited && mv bad/edited "bad/$name"; }
    bad no-names.csv rs3.csv && edit 's/^"Time","G/"Clock","G/'
    bad no-units.csv rs3.csv && edit '/^"s"/d'
    bad fact.csv rs3.csv && edit 's/"Sample Rate","10"/"Sample Rate","fast"/'
    bad beacons.csv rs3.csv && edit 's/^"Beacon Markers".*/"Beacon Markers","1.25","here","1.5","900"/'
    bad segments.csv rs3.csv && edit 's/"0:03.500"/"0:03.900","soon"/'
    bad pasted.csv rs3.csv && cat ok/rs3.csv >>bad/pasted.csv
    bad twice.csv rs3.csv && edit '/^"1.1/p'
    bad back.csv rs3.csv && edit 's/^"1.100"/"0.100"/'
    bad clock.csv rs3.csv && edit 's/^"1.100"/"now"/'
    bad word.csv rs3.csv && edit 's/^"1.100","[^"]*"/"1.100","fast"/'
    bad empty.csv rs3.csv && edit 's/^"1.100","[^"]*"/"1.100",""/'
    bad cells.csv rs3.csv && edit 's/^"1.100","[^"]*"/"1.100"/'
    bad lost.csv rs3.csv && edit 's/^\("1.100","[^"]*","[^"]*"\),"[^"]*","[^"]*"/\1,"0.0","0.0"/'
    bad short.csv rs3.csv && edit 's/^"Duration","[^"]*"/"Duration","90"/'
    bad cut.csv rs3.csv && cut_to 2000
fi
