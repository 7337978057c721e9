// Sounds and taps, synthesised by the browser from a few tones and a little noise, so nothing is loaded. A sound is a
// list of strokes; browsers play nothing before the first press on the page.
import { settings } from './settings.svelte';

export type Sound = 'move' | 'wall' | 'roll' | 'region' | 'turn' | 'low' | 'won' | 'lost' | 'refused';

interface Stroke {
    /** Seconds after the first. */
    at: number;
    /** Hertz, at the beginning and at the end; noise has the band about the first. */
    from: number;
    to?: number;
    seconds: number;
    loud: number;
    wave: OscillatorType | 'noise';
}

const tone = (at: number, from: number, seconds: number, loud: number, wave: OscillatorType = 'triangle'): Stroke => ({
    at,
    from,
    seconds,
    loud,
    wave,
});
const knock = (at: number, from: number, loud: number): Stroke[] => [
    { at, from, to: from * 0.6, seconds: 0.09, loud, wave: 'sine' },
    { at, from: from * 5, seconds: 0.03, loud: loud * 0.5, wave: 'noise' },
];

export const kSounds: Record<Sound, Stroke[]> = {
    // A wooden pawn set down; a plank pushed into its groove.
    move: knock(0, 320, 0.5),
    wall: [{ at: 0, from: 1400, seconds: 0.08, loud: 0.22, wave: 'noise' }, ...knock(0.07, 150, 0.9)],
    roll: [0, 0.07, 0.13, 0.21, 0.32].flatMap((at, i) => knock(at, 520 - 40 * i, 0.34 - 0.03 * i)),
    region: [tone(0, 523, 0.18, 0.25), tone(0.1, 659, 0.18, 0.25), tone(0.2, 784, 0.3, 0.25)],
    turn: [tone(0, 740, 0.1, 0.14, 'sine')],
    low: [tone(0, 880, 0.07, 0.25, 'square'), tone(0.14, 880, 0.07, 0.25, 'square')],
    won: [
        tone(0, 392, 0.2, 0.3),
        tone(0.13, 523, 0.2, 0.3),
        tone(0.26, 659, 0.2, 0.3),
        tone(0.39, 784, 0.55, 0.34),
        tone(0.39, 523, 0.55, 0.2),
    ],
    lost: [tone(0, 392, 0.24, 0.26), tone(0.18, 330, 0.24, 0.26), tone(0.36, 262, 0.5, 0.28)],
    refused: [{ at: 0, from: 150, to: 110, seconds: 0.14, loud: 0.3, wave: 'triangle' }],
};
/** The vibration of a phone, in milliseconds on and off. */
const kTaps: Partial<Record<Sound, number[]>> = {
    move: [12],
    wall: [22],
    roll: [10, 40, 10, 40, 10],
    region: [20, 30, 20],
    low: [40],
    won: [30, 60, 30, 60, 80],
    lost: [60],
    refused: [8, 30, 8],
};

/** Seconds between two sounds. */
const kBetween = 0.06;

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

/** The device for sound; nothing where there is none, or before the page has been touched. */
function device(): AudioContext | undefined {
    if (typeof AudioContext === 'undefined') return undefined;
    if (!context && !navigator.userActivation?.hasBeenActive) return undefined;
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    return context;
}
function noiseOf(audio: AudioContext): AudioBuffer {
    if (!noise) {
        noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
        const samples = noise.getChannelData(0);
        for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
    }
    return noise;
}

function strike(audio: AudioContext, stroke: Stroke, volume: number, after: number): void {
    const begin = audio.currentTime + after + stroke.at;
    const end = begin + stroke.seconds;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(stroke.loud * volume, begin + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0005, end);
    gain.connect(audio.destination);
    if (stroke.wave === 'noise') {
        const source = new AudioBufferSourceNode(audio, { buffer: noiseOf(audio) });
        const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: stroke.from, Q: 0.9 });
        source.connect(band).connect(gain);
        source.start(begin);
        source.stop(end);
    } else {
        const source = new OscillatorNode(audio, { type: stroke.wave, frequency: stroke.from });
        if (stroke.to) source.frequency.exponentialRampToValueAtTime(stroke.to, end);
        source.connect(gain);
        source.start(begin);
        source.stop(end);
    }
}

/** When each of some sounds begins, one after the other, in seconds. */
export function beginnings(sounds: readonly Sound[]): number[] {
    let at = 0;
    return sounds.map((sound) => {
        const begin = at;
        at += Math.max(...kSounds[sound].map((stroke) => stroke.at + stroke.seconds)) + kBetween;
        return begin;
    });
}

/** Plays sounds one after the other and taps the phone, as the settings allow. */
export function play(...sounds: Sound[]): void {
    if (!sounds.length) return;
    if (settings.sound && settings.volume > 0) {
        const audio = device();
        const at = beginnings(sounds);
        if (audio)
            for (const [i, sound] of sounds.entries())
                for (const stroke of kSounds[sound]) strike(audio, stroke, settings.volume / 100, at[i]);
    }
    const taps = kTaps[sounds[0]];
    // Browsers refuse, aloud, a page that has not been touched.
    if (settings.haptics && taps && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(taps);
}
