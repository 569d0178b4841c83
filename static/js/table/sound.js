// @ts-check
/** Short sounds made on the spot; silent until the first gesture, and silent for good where the player switched them off. */

/** Frequency (Hz), start and length (s) of each note. @type {Record<string, [number, number, number][]>} */
const TUNES = {
  turn: [[523, 0, 0.12], [784, 0.13, 0.2]],
  card: [[320, 0, 0.05]],
  refused: [[220, 0, 0.12], [185, 0.12, 0.18]],
  ten: [[660, 0, 0.08], [660, 0.16, 0.08]],
  over: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.3]],
};

export class Sound {
  /** @param {boolean} on */
  constructor(on) {
    this.on = on;
    /** @type {AudioContext | null} */
    this.context = null;
    addEventListener("pointerdown", () => this.unlock(), { once: true });
    addEventListener("keydown", () => this.unlock(), { once: true });
  }

  unlock() {
    if (this.on && !this.context && "AudioContext" in window) this.context = new AudioContext();
  }

  /** @param {boolean} on */
  turnTo(on) {
    this.on = on;
    this.unlock();
  }

  /** @param {string} name */
  play(name) {
    const { context } = this;
    if (!this.on || !context || context.state !== "running") return;
    for (const [pitch, start, length] of TUNES[name] ?? []) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      const at = context.currentTime + start;
      tone.frequency.value = pitch;
      tone.type = "triangle";
      gain.gain.setValueAtTime(0.12, at);
      gain.gain.exponentialRampToValueAtTime(0.001, at + length);
      tone.connect(gain).connect(context.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  }
}
