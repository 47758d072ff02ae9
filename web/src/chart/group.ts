// Charts, maps and tables that show the same place: one cursor and one range of x for all of them.
export interface GroupMember {
    cursorMoved?(x: number | null): void;
    rangeChanged?(range: [number, number] | null): void;
}

export class ChartGroup {
    private readonly members = new Set<GroupMember>();
    cursor: number | null = null;
    range: [number, number] | null = null; // null = everything

    add(member: GroupMember): () => void {
        this.members.add(member);
        return () => this.members.delete(member);
    }
    // `from` knows already.
    moveCursor(x: number | null, from?: GroupMember): void {
        if (x === this.cursor) return;
        this.cursor = x;
        for (const member of this.members) if (member !== from) member.cursorMoved?.(x);
    }
    setRange(range: [number, number] | null, from?: GroupMember): void {
        if (range === this.range || (range && this.range && range[0] === this.range[0] && range[1] === this.range[1])) return;
        this.range = range;
        for (const member of this.members) if (member !== from) member.rangeChanged?.(range);
    }
}
