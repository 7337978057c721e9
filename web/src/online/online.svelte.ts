// The page's side of the server: who is signed in, the one connection, the lobby. Pages read it and call it; it lives as
// long as the page, so that a seek goes on while something else is looked at.
import { allowHelp, blockingGame } from '../lib/fairplay';
import { go, route } from '../lib/router.svelte';
import { Connection, type Link, type Wire } from './connection';
import { GameFeed, type Change } from './feed';
import { Api, NoServer } from './http';
import { heardOf, kEmptyLobby, missed } from './lobby';
import type { Challenge, Heard, Me, Said, Terms, Tournament, User } from './types';

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
    refusal = $state('');
    /** A game that began while another one is being played. */
    begun = $state<string>();

    private feeds = new Set<GameFeed>();
    /** Who wants to be told of a page of a tournament's standings. */
    private arenas = new Map<string, { from: number; told: (tournament: Tournament) => void }>();
    private lobbyFollowers = 0;
    private readonly connection = new Connection(
        () => {
            const url = new URL('ws', document.baseURI);
            url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
            return new WebSocket(url) as Wire;
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
        addEventListener('online', () => this.connection.hurry());
        document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.connection.hurry());
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

    /** Asks whether there is a server; connects where there is. */
    async open(): Promise<void> {
        if (this.host === 'here') return;
        this.host = 'asking';
        try {
            await this.refresh();
            this.host = 'here';
            this.connection.open();
        } catch (problem) {
            if (!(problem instanceof NoServer)) console.error(problem);
            this.host = 'absent';
        }
    }
    async refresh(): Promise<void> {
        this.me = await this.api.get<Me>('me');
    }

    // --- people ---

    /** Whoever plays needs a name; a guest gets one at once. */
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
    private async became(): Promise<void> {
        this.seeking = [];
        await this.refresh();
        // The connection is somebody's: a new one for whoever it is now.
        this.connection.restart();
    }
    /** Waits for the connection, but not for ever. */
    private async connected(): Promise<void> {
        for (let i = 0; i < 100 && this.connection.link !== 'open'; ++i) await new Promise((resolve) => setTimeout(resolve, 50));
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
        this.refusal = '';
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
        this.refusal = '';
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
                this.refusal = message.text;
                if (message.re === 'seek') this.seeking = this.seeking.filter(({ seek }) => seek !== undefined);
                break;
        }
        for (const feed of [...this.feeds]) feed.hear(message);
    }

    private started(game: string): void {
        this.seeking = [];
        this.me = { ...this.me, games: [...new Set([...this.me.games, game])] };
        const { page, rest } = route();
        const busy = [...this.feeds].some((feed) => page === 'online' && rest === `game/${feed.id}` && feed.game && !feed.over && feed.game.you != null);
        if (busy) this.begun = game;
        else this.show(game);
    }
    show(game: string): void {
        this.begun = undefined;
        go(`/online/game/${game}`);
    }
    ended(game: string): void {
        if (this.me.games.includes(game)) this.me = { ...this.me, games: this.me.games.filter((id) => id !== game) };
    }
}

export const online = new Online();
