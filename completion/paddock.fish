# fish completion for paddock.

function __paddock_ids
    paddock fields 2>/dev/null | awk '/^[^ ]/ { print $1 }'
end

function __paddock_records
    paddock fields 2>/dev/null | awk '{ print $1 }'
end

function __paddock_tables
    set -l words (commandline -opc)
    paddock table $words[3] 2>/dev/null </dev/null | awk '/^  [^ ]/ { print $1 }'
end

complete -c paddock -n __fish_use_subcommand -f -a info -d 'what a file is'
complete -c paddock -n __fish_use_subcommand -f -a check -d 'everything that is wrong with a file'
complete -c paddock -n __fish_use_subcommand -f -a table -d 'rows of a table as CSV or JSON lines'
complete -c paddock -n __fish_use_subcommand -f -a fields -d 'how a format is laid out'
complete -c paddock -n __fish_use_subcommand -f -a formats -d 'what this paddock can do'
complete -c paddock -n __fish_use_subcommand -f -a dump -d 'a file as JSON text'
complete -c paddock -n __fish_use_subcommand -f -a build -d 'the file back from its text'
complete -c paddock -n __fish_use_subcommand -f -a set -d 'change fields by name'
complete -c paddock -n __fish_use_subcommand -f -a convert -d 'a surface or track as another file'
complete -c paddock -n __fish_use_subcommand -f -a surface -d 'measure, query, draw, change a surface'
complete -c paddock -n __fish_use_subcommand -f -a images -d 'pictures out of a file'
complete -c paddock -n __fish_use_subcommand -f -a track -d 'a track driven the other way, or flat'
complete -c paddock -n __fish_use_subcommand -f -a repair -d 'a surface without what is wrong with it'
complete -c paddock -n __fish_use_subcommand -f -a cut -d 'a part of a recording'
complete -c paddock -n __fish_use_subcommand -f -a unpack -d 'the plain bytes of a packed file'
complete -c paddock -n __fish_use_subcommand -f -a pack -d 'a file packed'
complete -c paddock -n __fish_use_subcommand -f -a synth -d 'a generated file'
complete -c paddock -n __fish_use_subcommand -f -a help -d 'about one verb'
complete -c paddock -n __fish_use_subcommand -f -a version -d 'of command and library'

complete -c paddock -s h -l help -d 'how the verb is used'
complete -c paddock -n '__fish_seen_subcommand_from info check fields formats images surface repair help' -l json -d 'the answer as JSON'
complete -c paddock -n '__fish_seen_subcommand_from info check table convert dump set images surface cut' -l partial -d 'take what is sound of a damaged file'
complete -c paddock -n '__fish_seen_subcommand_from info check table convert dump set images track surface repair cut' -x -l as -a '(__paddock_ids)' -d 'read as this format'
complete -c paddock -n '__fish_seen_subcommand_from info check table convert dump set images surface cut' -l memory-limit -x -d 'give up rather than take more memory'
complete -c paddock -n '__fish_seen_subcommand_from check' -x -l level -a 'structure full' -d 'how deep'
complete -c paddock -n '__fish_seen_subcommand_from table' -x -l columns -d 'these columns'
complete -c paddock -n '__fish_seen_subcommand_from table' -x -l rows -d 'rows A to before B'
complete -c paddock -n '__fish_seen_subcommand_from table' -x -l format -a 'csv jsonl' -d 'of the rows'
complete -c paddock -n '__fish_seen_subcommand_from table' -l units -d 'units in the header'
complete -c paddock -n '__fish_seen_subcommand_from table dump set images track surface repair cut' -r -s o -l output -d 'write here'
complete -c paddock -n '__fish_seen_subcommand_from table' -a '(__paddock_tables)'
complete -c paddock -n '__fish_seen_subcommand_from set track repair cut' -l in-place -d 'change the file itself'
complete -c paddock -n '__fish_seen_subcommand_from set' -l recompute -d 'write anew what follows'
complete -c paddock -n '__fish_seen_subcommand_from track' -a 'reverse flatten'
complete -c paddock -n '__fish_seen_subcommand_from repair' -x -l drop -a 'degenerate duplicates unused all' -d 'also drop'
complete -c paddock -n '__fish_seen_subcommand_from images' -x -l entry -d 'only this image'
complete -c paddock -n '__fish_seen_subcommand_from fields' -l markdown -d 'as in docs/formats'
complete -c paddock -n '__fish_seen_subcommand_from fields' -f -a '(__paddock_records)'
complete -c paddock -n '__fish_seen_subcommand_from pack' -x -l codec -a 'refpack huffman huffman-delta huffman-delta2 bytepair gzip auto' -d 'which packing'
complete -c paddock -n '__fish_seen_subcommand_from pack' -x -l level -a '1 2 3 4 5 6 7 8 9' -d 'fast to small'
complete -c paddock -n '__fish_seen_subcommand_from pack' -x -l like -a ea1998 -d 'as the games did'
complete -c paddock -n '__fish_seen_subcommand_from pack' -x -l variant -d 'of the header'
complete -c paddock -n '__fish_seen_subcommand_from pack' -l in-place -d 'the output may be the input'
complete -c paddock -n '__fish_seen_subcommand_from synth' -x -l seed -d 'another seed'
complete -c paddock -n '__fish_seen_subcommand_from synth' -x -l dialect -a 'r1 r2 l 1.1 2.1 open closed' -d variant
complete -c paddock -n '__fish_seen_subcommand_from synth' -x -l cars -d 'how many'
complete -c paddock -n '__fish_seen_subcommand_from synth' -x -l seconds -d 'how long'
complete -c paddock -n '__fish_seen_subcommand_from synth' -x -l points -d 'how many'
complete -c paddock -n '__fish_seen_subcommand_from synth' -x -l size -d 'about this large'
complete -c paddock -n '__fish_seen_subcommand_from convert' -x -l to -d 'convert to this'
complete -c paddock -n '__fish_seen_subcommand_from convert' -r -l fam -d 'textures of a track'
complete -c paddock -n '__fish_seen_subcommand_from convert' -x -l axes -d 'what becomes x, y, z'
complete -c paddock -n '__fish_seen_subcommand_from convert' -x -l scale -d 'metres a unit'
complete -c paddock -n '__fish_seen_subcommand_from convert' -x -l origin -a 'auto none' -d 'to subtract'
complete -c paddock -n '__fish_seen_subcommand_from cut' -x -l from -d 'from this time on'
complete -c paddock -n '__fish_seen_subcommand_from cut' -x -l to -d 'up to this time'
complete -c paddock -n '__fish_seen_subcommand_from cut' -x -l drivers -d 'only these'
complete -c paddock -n '__fish_seen_subcommand_from synth cut' -l gzip -d packed
complete -c paddock -n '__fish_seen_subcommand_from synth' -a '(__paddock_ids)'
complete -c paddock -n '__fish_seen_subcommand_from help' -f -a 'info check table fields formats convert dump build set images track surface repair cut unpack pack synth help version'
