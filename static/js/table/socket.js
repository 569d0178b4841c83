// @ts-check
/**
 * The line to the server: a WebSocket that comes back by itself, pings that carry the versions we hold, and commands that are sent
 * again under the same `command_id` until they are answered. Where no socket can be had the same messages travel by HTTP.
 */

const PING_MS = 5000;
const SILENT_MS = 12000;
const POLL_MS = 2000;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/** Close codes after which coming back by itself would do no good. @type {Record<number, LinkState>} */
const ENDED = { 4401: "signed_out", 4404: "gone", 4408: "elsewhere" };

/**
 * @typedef {"connecting" | "open" | "polling" | "signed_out" | "gone" | "elsewhere"} LinkState
 *
 * @typedef {object} Options
 * @property {string} socketUrl
 * @property {string} frameUrl GET, with `?since=` and `&chat=`
 * @property {string} actUrl POST
 * @property {string} csrf
 * @property {() => {version: number, meta_version: number}} held versions the page holds
 * @property {() => number} chatted the last chat line the page holds
 * @property {(message: any, sent?: number) => void} onMessage
 * @property {(state: LinkState) => void} onState
 */

export class Line {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {Map<string, any>} commands without an answer */
    this.waiting = new Map();
    this.failures = 0;
    this.heard = 0;
    this.pinged = 0;
    this.polling = false;
    this.over = false;
    setInterval(() => this.beat(), PING_MS);
    this.connect();
  }

  connect() {
    if (this.over) return;
    this.options.onState(this.polling ? "polling" : "connecting");
    const socket = new WebSocket(this.options.socketUrl);
    this.socket = socket;
    socket.onopen = () => {
      this.heard = performance.now();
      this.polling = false;
      this.options.onState("open");
      this.ping();
      for (const command of this.waiting.values()) this.transmit(command);
    };
    socket.onmessage = (event) => {
      // Only a line that carries something counts as good: one that opens and drops at once must not be tried in a hurry.
      this.failures = 0;
      this.heard = performance.now();
      // A hidden tab's timers may sleep for a minute, and who is not heard of is taken for gone; messages wake it all the same.
      if (this.heard - this.pinged > PING_MS) this.ping();
      this.deliver(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      const end = ENDED[event.code];
      if (end) this.stop(end);
      else this.lost();
    };
  }

  /** @param {LinkState} why */
  stop(why) {
    this.over = true;
    this.polling = false;
    this.socket = null;
    this.options.onState(why);
  }

  /** The socket went away: try again after a jittered pause, and poll meanwhile from the second failure on. */
  lost() {
    this.socket = null;
    this.failures += 1;
    if (this.failures >= 2) this.startPolling();
    else this.options.onState("connecting");
    const most = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (this.failures - 1));
    setTimeout(() => this.connect(), most / 2 + (Math.random() * most) / 2);
  }

  beat() {
    if (!this.isOpen()) return;
    if (performance.now() - this.heard > SILENT_MS) {
      const quiet = this.socket;
      this.socket = null;
      quiet?.close();
      this.failures = 1;
      this.lost();
    } else this.ping();
  }

  ping() {
    this.pinged = performance.now();
    this.write({ type: "ping", ...this.options.held() });
  }

  /** A lost version: ask for everything since. @param {number} since */
  resync(since) {
    if (this.isOpen()) this.write({ type: "resync", since });
    else void this.poll();
  }

  /**
   * Send one command; it is kept and repeated until `accepted` or `refused` comes back.
   * @param {{type: string, command_id: string, version?: number, action?: any}} command
   */
  send(command) {
    this.waiting.set(command.command_id, command);
    this.transmit(command);
  }

  /** Say something that needs no answer (chat, ready). @param {any} message */
  tell(message) {
    if (this.isOpen()) this.write(message);
    else void this.post(message);
  }

  /** @param {any} command */
  transmit(command) {
    if (this.isOpen()) this.write(command);
    else if (this.polling) void this.post(command);
  }

  isOpen() {
    return this.socket !== null && this.socket.readyState === WebSocket.OPEN;
  }

  /** @param {any} message */
  write(message) {
    this.socket?.send(JSON.stringify(message));
  }

  /** @param {any} message */
  deliver(message) {
    if (message.type === "accepted" || message.type === "refused") this.waiting.delete(message.command_id);
    this.options.onMessage(message, message.type === "pong" ? this.pinged : undefined);
  }

  startPolling() {
    if (this.polling) return;
    this.polling = true;
    this.options.onState("polling");
    for (const command of this.waiting.values()) this.transmit(command);
    const again = async () => {
      if (!this.polling) return;
      await this.poll();
      setTimeout(again, POLL_MS);
    };
    void again();
  }

  async poll() {
    const { frameUrl, held, chatted } = this.options;
    await this.exchange(() => fetch(`${frameUrl}?since=${held().version}&chat=${chatted()}`, { credentials: "same-origin" }));
  }

  /** @param {any} message */
  async post(message) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": this.options.csrf };
    await this.exchange(() =>
      fetch(this.options.actUrl, { method: "POST", credentials: "same-origin", headers, body: JSON.stringify(message) }),
    );
    await this.poll();
  }

  /** One answer is a message or a list of them; a failure is left to the next try. @param {() => Promise<Response>} ask */
  async exchange(ask) {
    try {
      const response = await ask();
      if (response.status === 204) return;
      const body = await response.json();
      for (const message of Array.isArray(body) ? body : [body]) if (message?.type) this.deliver(message);
    } catch {
      // The next poll, or the socket, tries again.
    }
  }
}
