// A tree of turns: the main line and its variations, with comments. Knows no rules; the turn of a node is text.
import type { GameRecord, RecordTurn } from '../rules/records';

export interface Node {
    id: number;
    /** Empty at the root. */
    turn: string;
    player: number;
    parent: Node | undefined;
    /** The first is the main line from here. */
    children: Node[];
    comment: string;
    glyph: string;
    /** The engine's evaluation of the position after this turn: the first player's chance to win. */
    chance?: number;
}

let lastId = 0;

export function makeNode(turn: string, player: number, parent?: Node): Node {
    return { id: ++lastId, turn, player, parent, children: [], comment: '', glyph: '' };
}
export const makeRoot = (): Node => makeNode('', -1);

/** The node for a turn after `node`, made where there is none. */
export function follow(node: Node, turn: string, player: number): Node {
    const known = node.children.find((child) => child.turn === turn);
    if (known) return known;
    const child = makeNode(turn, player, node);
    node.children.push(child);
    return child;
}

/** The path from the root to a node, without the root. */
export function pathTo(node: Node): Node[] {
    const path: Node[] = [];
    for (let at: Node | undefined = node; at?.parent; at = at.parent) path.unshift(at);
    return path;
}
export function mainLine(root: Node): Node[] {
    const line: Node[] = [];
    for (let at = root.children[0]; at; at = at.children[0]) line.push(at);
    return line;
}
/** The line through a node: what leads to it and its main continuation. */
export const lineThrough = (node: Node): Node[] => [...pathTo(node), ...mainLine(node)];

/** Whether a tree is one line of bare turns. */
export function isBare(root: Node): boolean {
    return [root, ...mainLine(root)].every(({ children, comment, glyph }) => children.length < 2 && !comment && !glyph);
}

/** Takes a node and what follows out of the tree; returns where it hung. */
export function remove(node: Node): Node {
    const parent = node.parent;
    if (!parent) return node;
    parent.children = parent.children.filter((child) => child !== node);
    return parent;
}
/** Makes the line through a node the main line. */
export function promote(node: Node): void {
    for (const step of pathTo(node)) {
        const siblings = step.parent!.children;
        step.parent!.children = [step, ...siblings.filter((other) => other !== step)];
    }
}

const asTurn = (item: string | RecordTurn): RecordTurn => (typeof item === 'string' ? { turn: item } : item);

export function fromRecord(record: GameRecord): Node {
    const root = makeRoot();
    root.comment = record.comment ?? '';
    const add = (line: (string | RecordTurn)[], from: Node) => {
        let at = from;
        for (const item of line) {
            const entry = asTurn(item);
            const next = follow(at, entry.turn, -1);
            next.comment = [entry.before, entry.comment].filter(Boolean).join(' ');
            next.glyph = entry.glyphs?.join('') ?? '';
            for (const variation of entry.variations ?? []) add(variation, at);
            at = next;
        }
    };
    add(record.turns, root);
    return root;
}

export function toRecord(root: Node, tags: Record<string, string>): GameRecord {
    const lineFrom = (first: Node, siblings: Node[]): (string | RecordTurn)[] => {
        const line: (string | RecordTurn)[] = [];
        let others = siblings;
        for (let at: Node | undefined = first; at; at = at.children[0]) {
            const entry: RecordTurn = { turn: at.turn };
            if (at.glyph) entry.glyphs = [at.glyph];
            if (at.comment) entry.comment = at.comment;
            if (others.length) entry.variations = others.map((other) => lineFrom(other, []));
            line.push(Object.keys(entry).length === 1 ? at.turn : entry);
            others = at.children.slice(1);
        }
        return line;
    };
    const record: GameRecord = {
        tags,
        turns: root.children.length ? lineFrom(root.children[0], root.children.slice(1)) : [],
    };
    if (root.comment) record.comment = root.comment;
    return record;
}
