# fish completion for paddock. tools/cli-docs.sh wrote this from the tables of the command.

function __paddock_format
    paddock fields 2>/dev/null | awk '/^[^ ]/ { print $1 }'
end

function __paddock_record
    paddock fields 2>/dev/null | awk '{ print $1 }'
end

function __paddock_target
    paddock formats --json 2>/dev/null | sed -n '/"targets"/,/^  ]/s/.*"id": "\(.*\)".*/\1/p'
end

function __paddock_table
    set -l words (commandline -opc)
    paddock table $words[3] 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }'
end

function __paddock_columns
    set -l words (commandline -opc)
    paddock table $words[3] $words[4] --rows 0:0 --format csv 2>/dev/null </dev/null | tr ',' '\n'
end

function __paddock_image
    set -l words (commandline -opc)
    paddock info --json $words[3] 2>/dev/null </dev/null | grep -o '"images":\[.*' | grep -o '{"name":"[^"]*"' | cut -d '"' -f 4
end

complete -c paddock -n '__fish_seen_subcommand_from table' -a '(__paddock_table)'
complete -c paddock -n '__fish_seen_subcommand_from fields' -f -a '(__paddock_record)'
complete -c paddock -n '__fish_seen_subcommand_from synth' -a '(__paddock_format)'
complete -c paddock -n '__fish_seen_subcommand_from help' -f -a '(paddock help | awk "/^  [a-z]/ { print \$1 }")'
complete -c paddock -n __fish_use_subcommand -a info -d 'say what a file is and what is in it'
complete -c paddock -n __fish_use_subcommand -a check -d 'find everything that is wrong with a file'
complete -c paddock -n __fish_use_subcommand -a table -d 'print the rows of a table, as CSV or JSON lines'
complete -c paddock -n __fish_use_subcommand -a compare -d 'where is the time? Laps against the first one, corner by corner'
complete -c paddock -n __fish_use_subcommand -a fields -d 'show how a format is laid out, byte by byte'
complete -c paddock -n __fish_use_subcommand -a formats -d 'list what this build reads, writes and generates'
complete -c paddock -n __fish_use_subcommand -a convert -d 'write a surface or track as another program\'s file'
complete -c paddock -n __fish_use_subcommand -a dump -d 'write a whole file as JSON text'
complete -c paddock -n __fish_use_subcommand -a build -d 'make the file from the text that `dump` wrote'
complete -c paddock -n __fish_use_subcommand -a set -d 'change fields by name, and nothing else'
complete -c paddock -n __fish_use_subcommand -a images -d 'write the pictures in a file as PNG'
complete -c paddock -n __fish_use_subcommand -a track -d 'turn a track around, or flatten it (TRI)'
complete -c paddock -n __fish_use_subcommand -a surface -d 'measure a surface, ask for heights, draw it, change it'
complete -c paddock -n __fish_use_subcommand -a repair -d 'remove what is wrong with a surface (RLD)'
complete -c paddock -n __fish_use_subcommand -a cut -d 'keep a part of a recording: a range of time, chosen drivers'
complete -c paddock -n __fish_use_subcommand -a unpack -d 'unpack a file: gzip, RefPack, Huffman, byte pairs'
complete -c paddock -n __fish_use_subcommand -a pack -d 'pack a file as the games do, or smaller'
complete -c paddock -n __fish_use_subcommand -a synth -d 'generate a valid file of any size, to try things on'
complete -c paddock -n __fish_use_subcommand -a help -d 'this list, or everything about one verb'
complete -c paddock -n __fish_use_subcommand -a version -d 'the version of the command and the library'
complete -c paddock -n '__fish_seen_subcommand_from track' -a 'reverse flatten'
complete -c paddock -n '__fish_seen_subcommand_from surface' -a 'stats check normals simplify crop tile merge query profile roughness raster compare'
complete -c paddock -n '__fish_seen_subcommand_from table' -l all -d 'print every column, also bulky ones that are left out otherwise'
complete -c paddock -n '__fish_seen_subcommand_from check compare convert cut dump images info repair set surface table track' -l as -x -a '(__paddock_format)' -d 'read as this format instead of detecting it'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l ascii -d 'ply, crg: write numbers as text'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l at -x -d 'a point; may be given several times'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l axes -x -d 'the axes of the input that become x, y and z; a rotation'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l blocks -x -d 'rld: a block for each square of M metres [the input\'s objects]'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l box -x -d 'the box to keep, seen from above'
complete -c paddock -n '__fish_seen_subcommand_from compare' -l by -x -a 'ruler projection distance' -d 'what is the same place: the game\'s `ruler`, a `projection` on one line, or the `distance` travelled, which is rough [ruler where there is one, else projection]'
complete -c paddock -n '__fish_seen_subcommand_from synth' -l bytes -x -d 'about how large the file is; k, M, G may follow'
complete -c paddock -n '__fish_seen_subcommand_from synth' -l cars -x -d 'how many cars'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l cell -x -d 'width of a square cell (a pixel, a tile) in metres'
complete -c paddock -n '__fish_seen_subcommand_from pack' -l codec -x -a 'refpack huffman huffman-delta huffman-delta2 bytepair gzip auto' -d 'refpack, huffman, huffman-delta, huffman-delta2, bytepair, gzip, or auto [refpack]'
complete -c paddock -n '__fish_seen_subcommand_from table' -l columns -x -a '(__paddock_columns)' -d 'print these columns, in this order'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l compress -d 'glb: compressed, for programs with EXT_meshopt_compression'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l coordinates -r -d 'the points in the columns x and y, and z if present, of a CSV file'
complete -c paddock -n '__fish_seen_subcommand_from synth' -l dialect -x -a 'r1 r2 l 1.1 2.1 open closed' -d 'vcr: r1, r2, l; rply: 1.1, 2.1; tri: open, closed'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l double -d 'ply: write coordinates as doubles, which need no origin'
complete -c paddock -n '__fish_seen_subcommand_from cut' -l drivers -x -d 'only these, by name or by number (a slot, a car\'s index)'
complete -c paddock -n '__fish_seen_subcommand_from repair' -l drop -x -a 'degenerate duplicates unused all' -d 'also drop what is allowed but useless: degenerate, duplicates, unused, or all'
complete -c paddock -n '__fish_seen_subcommand_from images' -l entry -x -a '(__paddock_image)' -d 'only this image, by its name in `paddock info`: 0/3/A000'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l error -x -d 'no point of the original is further from the result than M metres: 0.005 is 5 mm'
complete -c paddock -n '__fish_seen_subcommand_from info' -l evidence -d 'print everything: the evidence for the format, all properties, every column, the findings'
complete -c paddock -n '__fish_seen_subcommand_from table' -l excel -d 'CSV for Excel: semicolons, decimal commas, a byte order mark, CR LF'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l fam -r -d 'textures and models of a track, or `none` [X.FAM or X_001.FAM beside it]'
complete -c paddock -n '__fish_seen_subcommand_from table' -l format -x -a 'csv jsonl' -d 'csv or jsonl [by the name of OUT, else csv]'
complete -c paddock -n '__fish_seen_subcommand_from cut synth' -l gzip -d 'pack the output with gzip, as the game does'
complete -c paddock -n '__fish_seen_subcommand_from build check compare convert cut dump fields formats help images info pack repair set surface synth table track unpack version' -s h -l help -d 'print this text'
complete -c paddock -n '__fish_seen_subcommand_from set' -l images -x -a '(__fish_complete_directories)' -d 'put back the PNG files of this folder, as `paddock images` named them'
complete -c paddock -n '__fish_seen_subcommand_from cut pack repair set track unpack' -l in-place -d 'replace the input file, in one step at the end'
complete -c paddock -n '__fish_seen_subcommand_from check compare convert fields formats help images info repair surface' -l json -d 'print JSON'
complete -c paddock -n '__fish_seen_subcommand_from check pack' -l level -x -a 'structure full 1 2 3 4 5 6 7 8 9' -d 'how thorough; check: structure or full [full]; pack: 1 (fast) to 9 (smallest) [6]'
complete -c paddock -n '__fish_seen_subcommand_from pack' -l like -x -a 'ea1998' -d 'give the same bytes as the games\' own packers'
complete -c paddock -n '__fish_seen_subcommand_from convert surface' -l line -x -d 'a line through these points; convert to crg: its reference line [straight along the surface]'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l lock-border -d 'leave the edges of the surface as they are'
complete -c paddock -n '__fish_seen_subcommand_from fields' -l markdown -d 'print Markdown tables, as in docs/formats'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l max-edge -x -d 'with --triangulate: no edge longer than this, in metres'
complete -c paddock -n '__fish_seen_subcommand_from check compare convert cut dump images info set surface table' -l memory-limit -x -d 'stop rather than use more memory; k, M, G may follow [16Gi]'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l near -x -d 'of several layers, the one nearest to this height'
complete -c paddock -n '__fish_seen_subcommand_from build check compare convert cut dump fields formats images info pack repair set surface synth table track unpack' -l no-clobber -d 'never replace a file that exists'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l of -x -a 'height hillshade slope' -d 'what to draw: height, hillshade or slope [height]'
complete -c paddock -n '__fish_seen_subcommand_from convert surface' -l origin -x -a 'auto none' -d 'subtract this from the points, or `auto`, or `none` [auto where floats would lose more than 0.1 mm]'
complete -c paddock -n '__fish_seen_subcommand_from build check compare convert cut dump fields formats images info pack repair set surface synth table track unpack' -s o -l output -r -d 'write to this file; - is standard output'
complete -c paddock -n '__fish_seen_subcommand_from check compare convert cut dump images info set surface table unpack' -l partial -d 'read what is intact of a cut or damaged file'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l path -r -d 'the path of the first car in this replay or lap'
complete -c paddock -n '__fish_seen_subcommand_from cut repair set track' -l plain -d 'do not pack the output, even if the input is packed'
complete -c paddock -n '__fish_seen_subcommand_from synth' -l points -x -d 'how many points; k, M, G may follow'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l quantize -d 'glb: coordinates in 16 bits'
complete -c paddock -n '__fish_seen_subcommand_from build check compare convert cut dump fields formats images info pack repair set surface synth table track unpack' -s q -l quiet -d 'print answers and errors only: no notes, no progress'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l ratio -x -d 'stop at this share of the triangles, 0 to 1'
complete -c paddock -n '__fish_seen_subcommand_from set' -l recompute -d 'also update what follows from the change: headings, right vectors, copies, lengths'
complete -c paddock -n '__fish_seen_subcommand_from check compare convert cut dump images info set surface table' -l record-limit -x -d 'refuse tables with more rows [4Gi] and more pictures or containers [64Ki]'
complete -c paddock -n '__fish_seen_subcommand_from table' -l rows -x -d 'rows A to before B, from 0; leave one out for the start or end; -10: is the last ten'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l scale -x -d 'metres in a unit of the input [1]'
complete -c paddock -n '__fish_seen_subcommand_from synth' -l seconds -x -d 'how long they drive, in seconds or as 1:20'
complete -c paddock -n '__fish_seen_subcommand_from synth' -l seed -x -d 'another seed gives another file [1]'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l size -x -d 'at most this many pixels'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l source-origin -x -a 'none' -d 'what was subtracted from the input\'s points, or `none` [what its .origin.json says]'
complete -c paddock -n '__fish_seen_subcommand_from compare convert surface' -l step -x -d 'metres between two heights [0.05 in profiles; in crg as dense as the surface]'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l surface -x -d 'use this surface of several [all as one]'
complete -c paddock -n '__fish_seen_subcommand_from table' -l table -x -a '(__paddock_table)' -d 'the table to take from each file'
complete -c paddock -n '__fish_seen_subcommand_from cut table' -l time -x -d 'from time A to time B, both included, in seconds or as 1:20.5..1:30; leave one out for the start or end'
complete -c paddock -n '__fish_seen_subcommand_from convert surface' -l to -x -a '(__paddock_target)' -d 'the format to write [by the name of OUT]; `paddock formats` lists them'
complete -c paddock -n '__fish_seen_subcommand_from compare' -l track -r -d 'the track or its surface: TRI, RLD, CRG, PTH [as it was driven]'
complete -c paddock -n '__fish_seen_subcommand_from convert' -l triangulate -d 'make triangles from points: Delaunay, seen from above'
complete -c paddock -n '__fish_seen_subcommand_from table' -l units -d 'put units into the CSV header: speed [m/s]'
complete -c paddock -n '__fish_seen_subcommand_from pack' -l variant -x -a '10FB 11FB 90FB 91FB 30FB 31FB B0FB B1FB 32FB 33FB B2FB B3FB 34FB 35FB B4FB B5FB 46FB 47FB' -d 'the header to write: 10FB, 11FB, 90FB, 91FB, 31FB ..., or "DBPF 10FB"'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l weld -x -d 'join points no further apart than M metres; 0 joins equal points only'
complete -c paddock -n '__fish_seen_subcommand_from surface' -l wheel -x -a 'front_left front_right rear_left rear_right' -d 'with --path: the path of this wheel instead: front_left ...'
complete -c paddock -n '__fish_seen_subcommand_from table' -l where -x -d 'only rows that pass, such as \'speed>50\' or \'driver=A. Driver\'; tests: = != < <= > >=; given twice, both must pass'
