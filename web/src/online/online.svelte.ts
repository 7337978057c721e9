// The page's connection to the server: the signed-in user, the one socket, the lobby. Pages read it and call it. It
// lives as long as the browser window, so a seek stays open while the visitor looks at other pages.
import type { Message } from '../i18n/i18n.svelte';
import { allowHelp, blockingGame } from '../lib/fairplay';
import { go, route } from '../lib/router.svelte';
import { save } from '../lib/storage';
import { Connection, type Link, type Wire } from './connection';
import { GameFeed, type Change } from './feed';
import { Api, NoServer } from './http';
import { heardOf, kEmptyLobby, missed } from './lobby';
import { Rest } from './rest.svelte';
import type { Challenge, Heard, Me, Said, Terms, Tournament, User } from './types';

const kAskAgain = 10_000; // milliseconds between two looks for a server
/** After so long, what the server would not hear for being too much is said again. */
const kRepeat = 2000; // milliseconds
const kNobody: Me = { user: null, ratings: {}, games: [], muted: [] };

class Online {
    readonly api = new Api(new URL('api/', document.baseURI).href);
    /** Whether this host has a server. */
    host = $state<'asking' | 'here' | 'absent'>('asking');
    me = $state.raw<Me>(kNobody);
    link = $state<Link>('closed');
    /** There was a connection, and it is lost. */
    cut = $state(false);

    lobby = $state.raw(kEmptyLobby);
    /** Seeks of one's own, by what they ask for. */
    seeking = $state.raw<{ terms: Terms; seek?: string }[]>([]);
    challenge = $state.raw<Challenge>();
    /** The server's last refusal that concerns no game. */
    refusal = $state.raw<Message>();
    /** A game that began while another one is on the board: one that is played, or one that has just ended. */
    begun = $state<string>();
    readonly rest = new Rest(this.api, () => void this.nextGame());

    private feeds = new Set<GameFeed>();
    /** The listener for a page of a tournament's standings. */
    private arenas = new Map<string, { from: number; told: (tournament: Tournament) => void }>();
    private lobbyFollowers = 0;
    private visitors = 0;
    private opening = false;
    private asksAgain: ReturnType<typeof setTimeout> | undefined;
    private repeats: ReturnType<typeof setTimeout> | undefined;
    private readonly connection = new Connection(
        () => {
            const { href, protocol } = new URL('ws', document.baseURI);
            return new WebSocket((protocol === 'https:' ? 'wss:' : 'ws:') + href.slice(protocol.length)) as Wire;
        },
        {
            onopen: (welcome) => this.opened(welcome),
            onmessage: (message) => this.hear(message),
            onlink: (link) => {
                this.link = link;
                if (link === 'open') this.cut = false;
                else if (link === 'waiting') this.cut = true;
            },
        },
    );

    constructor() {
        addEventListener('online', () => this.hurry());
        document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
        // So that the server knows at once, and a page kept for the way back begins anew.
        addEventListener('pagehide', () => this.connection.close());
        addEventListener('pageshow', (event) => (event as PageTransitionEvent).persisted && this.connection.open());
    }

    get user(): User | null {
        return this.me.user;
    }
    now(): number {
        return this.connection.clock.now();
    }

    /** Runs while an online page is shown: looks for the server, again and again while there is none. */
    visit(): () => void {
        this.visitors++;
        void this.open();
        return () => {
            if (--this.visitors === 0) clearTimeout(this.asksAgain);
        };
    }
    /** Asks whether there is a server; connects where there is. */
    async open(): Promise<void> {
        if (this.host === 'here' || this.opening) return;
        clearTimeout(this.asksAgain);
        this.opening = true;
        try {
            await this.refresh();
            this.host = 'here';
            save('server', true);
            this.connection.open();
        } catch (problem) {
            if (!(problem instanceof NoServer)) console.error(problem);
            this.host = 'absent';
            save('server', undefined);
            if (this.visitors) this.asksAgain = setTimeout(() => void this.open(), kAskAgain);
        } finally {
            this.opening = false;
        }
    }
    /** The network or the page is back. */
    private hurry(): void {
        if (this.host === 'absent' && this.visitors) void this.open();
        else this.connection.hurry();
    }
    async refresh(): Promise<void> {
        this.me = await this.api.get<Me>('me');
    }

    // --- people ---

    /** Players need a name; a guest gets one at once. */
    async needUser(): Promise<void> {
        if (this.user) return;
        await this.api.post('guest');
        await this.became();
        await this.connected();
    }
    async enter(how: 'login' | 'register', name: string, password: string): Promise<void> {
        await this.api.post(how, { name, password });
        await this.became();
    }
    async leave(how: 'logout' | 'me/delete', body: object = {}): Promise<void> {
        await this.api.post(how, body);
        await this.became();
    }
    async changePassword(old: string, fresh: string): Promise<void> {
        await this.api.post('me/password', { old, new: fresh });
        await this.became();
    }
    private async became(): Promise<void> {
        this.seeking = [];
        await this.refresh();
        // A connection belongs to one user, so the new user needs a new one.
        this.connection.restart();
    }
    /** Waits for the connection, but not for ever. */
    private async connected(): Promise<void> {
        for (let i = 0; i < 100 && this.connection.link !== 'open'; ++i)
            await new Promise((resolve) => setTimeout(resolve, 50));
    }
    async mute(name: string, on: boolean): Promise<void> {
        await this.api.post('mute', { name, on });
        await this.refresh();
    }

    // --- the lobby ---

    followLobby(): () => void {
        if (++this.lobbyFollowers === 1) this.say({ t: 'lobby', on: true });
        return () => {
            if (--this.lobbyFollowers === 0) this.say({ t: 'lobby', on: false });
        };
    }
    moreSeeks(): void {
        if (this.lobby.next) this.say({ t: 'lobby', on: true, after: this.lobby.next });
    }
    async seek(terms: Terms, pair: boolean): Promise<void> {
        this.refusal = undefined;
        await this.needUser();
        this.seeking = [...this.seeking, { terms }];
        this.say({ t: 'seek', ...terms, pair });
    }
    seekingFor(terms: Terms): { terms: Terms; seek?: string } | undefined {
        return this.seeking.find((one) => JSON.stringify(one.terms) === JSON.stringify(terms));
    }
    unseek(seek: string | undefined): void {
        if (!seek) return;
        this.say({ t: 'unseek', seek });
        this.seeking = this.seeking.filter((one) => one.seek !== seek);
    }
    async take(seek: string): Promise<void> {
        this.refusal = undefined;
        await this.needUser();
        this.say({ t: 'take', seek });
    }

    // --- games and tournaments ---

    /** Follows a game until the feed is closed. */
    follow(game: string, changed: (what: Change) => void): { feed: GameFeed; close: () => void } {
        const feed = new GameFeed(game, (message) => this.say(message), changed);
        this.feeds.add(feed);
        if (this.connection.link === 'open') feed.connected();
        return {
            feed,
            close: () => {
                this.feeds.delete(feed);
                // Another part of the page may still follow it.
                if (![...this.feeds].some((other) => other.id === game)) feed.leave();
            },
        };
    }
    /** Follows the page of the standings after the first `from`. */
    followArena(id: string, from: number, told: (tournament: Tournament) => void): () => void {
        const follower = { from, told };
        this.arenas.set(id, follower);
        this.say({ t: 'arena', tournament: id, on: true, from });
        return () => {
            if (this.arenas.get(id) !== follower) return;
            this.arenas.delete(id);
            this.say({ t: 'arena', tournament: id, on: false });
        };
    }

    say(message: Said): boolean {
        return this.connection.send(message);
    }

    private opened(welcome: Heard & { t: 'welcome' }): void {
        this.me = { ...this.me, user: welcome.user, games: welcome.games };
        const blocking = blockingGame();
        if (blocking && !welcome.games.includes(blocking)) allowHelp(blocking);
        if (this.lobbyFollowers) this.say({ t: 'lobby', on: true });
        for (const [id, { from }] of this.arenas) this.say({ t: 'arena', tournament: id, on: true, from });
        for (const feed of this.feeds) feed.connected();
        // Seeks went with the old connection.
        this.seeking = this.seeking.map(({ terms }) => ({ terms }));
        for (const { terms } of this.seeking) this.say({ t: 'seek', ...terms, pair: true });
    }

    private hear(message: Heard): void {
        this.lobby = heardOf(this.lobby, message);
        if (missed(this.lobby, message) && this.lobbyFollowers) this.say({ t: 'lobby', on: true });
        switch (message.t) {
            case 'unseek':
                this.seeking = this.seeking.filter(({ seek }) => seek !== message.seek);
                break;
            case 'seeking': {
                const first = this.seeking.findIndex(({ seek }) => seek === undefined);
                this.seeking = this.seeking.map((one, i) => (i === first ? { ...one, seek: message.seek } : one));
                break;
            }
            case 'start':
                this.started(message.game);
                break;
            case 'challenge':
                this.challenge = message;
                break;
            case 'standings':
                this.arenas.get(message.tournament)?.told(message);
                break;
            case 'error':
                if (message.game) break;
                this.refusal = message;
                // Which message was too many is not told: all games are asked for again.
                if (message.re === '') {
                    clearTimeout(this.repeats);
                    this.repeats = setTimeout(() => this.feeds.forEach((feed) => feed.connected()), kRepeat);
                }
                if (message.re === 'seek') this.seeking = this.seeking.filter(({ seek }) => seek !== undefined);
                break;
        }
        for (const feed of [...this.feeds]) feed.hear(message);
    }

    private started(game: string): void {
        this.seeking = [];
        this.me = { ...this.me, games: [...new Set([...this.me.games, game])] };
        const shown = this.shownGame();
        if (!shown) return this.show(game);
        const arena = shown.over && !this.rest.asked && shown.game?.tournament;
        // A rematch was asked for, and comes at once, as does the next game of an arena once it is asked for.
        if (shown.over && !arena) return this.show(game);
        this.begun = game;
        if (arena) this.rest.count(arena);
    }
    /** The next game of the arena whose last game is on the board. */
    async nextGame(): Promise<void> {
        const { begun } = this;
        const shown = this.shownGame();
        if (!shown?.over) return this.rest.end();
        await this.rest.next();
        if (begun && this.shownGame() === shown) this.show(begun);
    }
    /** The game of one's own that is on the board. */
    private shownGame(): GameFeed | undefined {
        const { page, rest } = route();
        return [...this.feeds].find(
            (feed) => page === 'online' && rest === `game/${feed.id}` && feed.game?.you != null,
        );
    }
    show(game: string): void {
        this.begun = undefined;
        this.rest.end();
        go(`/online/game/${game}`);
    }
    ended(game: string): void {
        if (this.me.games.includes(game)) this.me = { ...this.me, games: this.me.games.filter((id) => id !== game) };
    }
}

export const online = new Online();
