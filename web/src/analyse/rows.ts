// The main line as rows of a table.
import { mainLine, type Node } from './tree';

export interface Row {
    /** The number of the round, from 1. */
    number: number;
    /** A turn of each player; nothing where the row begins or ends within a round. */
    cells: (Node | undefined)[];
    /** Notes on the row's last turn: a comment, and the variations that could have been played instead. */
    comment: string;
    others: Node[];
    /** The number of turns before that turn. */
    ply: number;
}

/** A row ends with its round, or with a turn of which there is more to say. */
export function rowsOf(first: Node, players: number): Row[] {
    const rows: Row[] = [];
    let open = false;
    [first, ...mainLine(first)].forEach((node, ply) => {
        const column = ply % players;
        if (!open || column === 0)
            rows.push({
                number: Math.floor(ply / players) + 1,
                cells: Array<Node | undefined>(players).fill(undefined),
                comment: '',
                others: [],
                ply,
            });
        const row = rows[rows.length - 1];
        row.cells[column] = node;
        row.ply = ply;
        row.comment = node.comment;
        row.others = node.parent?.children.filter((other) => other !== node) ?? [];
        open = row.comment === '' && row.others.length === 0;
    });
    return rows;
}
