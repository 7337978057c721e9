// Games that the first page replays: levels 8 and 9 of the engine against each other, from the usual start.

export interface Showcase {
    game: string;
    /** The names of the two players. */
    levels: [number, number];
    turns: string[];
}

const game = (name: string, levels: [number, number], turns: string): Showcase => ({
    game: name,
    levels,
    turns: turns.split(' '),
});

export const kShowcase: Showcase[] = [
    game(
        'quoridor',
        [8, 9],
        'e2 e8 e3 e7 e4 e6 a3h e6h c3h d4v e3h f6 f5h e4h f4 h5h g4 g4h h2h f2v h4 e6 i4 e5 i5 f5 h5 g5 ' +
            'f5 h5 e5 i5 e6 i4 d6 c6h g1h i3 e6 h3 f6 f6v e6 c5v d6 g3 d5 g2 d4 h2 c4 i2 c5 i1',
    ),
    game(
        'wallgo',
        [9, 8],
        'd3 e6 d2 c6 b2-c2/c2v f2-e3/d3v c2-d1/d1h d2-e1/d1v d3-d4/d4v b6-b4/b4v d1-c2/c1h b4-b3/b2h ' +
            'c2-c3/b3v b3-a2/a1h d4-e5/e5h e3-f4/e4v e5-e3/e3h e1-e2/e1h e3-f2/e2v e2-d3/c3v c3-d4/d3h ' +
            'f4-f3/f2h f2-g3/g3h e6-d6/c6v c6-b5/b5v a2-a4/a4v d4-d5/d4h a4-a5/a5v b5-b6/a6v f3-f3/f3v ' +
            'f6-f4/f3h d6-f6/f5h d5-e6/e6v f6-g5/g4h f4-f5/f5v g5-f6/f6v e6-f7/f6h d3-e2/e2h b6-c5/c5v ' +
            'a5-a3/a3v c5-c3/c3h a3-b2/b2v f7-d7/d6h b2-c1/c1v d7-b7/a7v',
    ),
    game(
        'blockade',
        [8, 9],
        'd4-d6/c4h h11-h9/c7h d6-e7/h7h h9-g8/e7h e7-g7/g6h g8-f7/g8h g7-f8/e6h f7-d7/j7h f8-f10/c6h ' +
            'd7-b7/h6v f10-d10/b5h b7-a6/d10h d10-c11/b4v d11-c10/c11v c11-c13/a5v c10-c8/c13v c13-c11/c3h ' +
            'c8-b7/b10h c11-a11/c5v a6-a4/e9v a11-b10/b2v a4-b3/e8h b10-c9/e3h b3-b1/i8h h4-g3/g3h b1-d1/f8v ' +
            'c9-b8/h3v d1-e2/b1h b8-c7/f1v e2-f3/j11v c7-e7/g2v f3-g2/j9v e7-g7/d1v g2-h1/h10v g7-h8/e2v ' +
            'h1-i2/h12v h8-j8 i2-i4 g3-g1 i4-h5 j8-k9 b7-a6 k9-k11 a6-a4 k11-k13 a4-a2 k13-i13 h5-h4',
    ),
];
