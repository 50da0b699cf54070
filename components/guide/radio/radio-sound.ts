import { isPlaylist } from "@/lib/guide/radio/rules";

/** Timeout for a stream that does not start or stalls. */
const PATIENCE_MS = 15_000;

type Listener = { playing: () => void; failed: () => void; refused: () => void };

/** The single audio element of the tab: a child of `body`, so that client navigation does not stop it. */
function newElement(): HTMLAudioElement {
  const element = document.createElement("audio");
  element.preload = "none";
  element.dataset.slot = "radio-audio";
  document.body.append(element);
  return element;
}

/** Plays one address at a time and reports the result; events of earlier addresses are ignored. */
export class RadioSound {
  readonly element = newElement();
  private turn = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private release: () => void = () => undefined;

  play(address: string, listener: Listener): void {
    this.stop();
    const turn = this.turn;
    const events = new AbortController();
    const current = (react: () => void) => () => {
      if (turn === this.turn) react();
    };
    const fail = current(() => {
      this.stop();
      listener.failed();
    });
    const watch = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(fail, PATIENCE_MS);
    };
    const playing = current(() => {
      clearTimeout(this.timer);
      listener.playing();
    });
    const on = (name: string, react: () => void) =>
      this.element.addEventListener(name, react, { signal: events.signal });
    this.release = () => events.abort();
    on("playing", playing);
    on("error", fail);
    on("ended", fail);
    on("waiting", watch);
    watch();
    const refused = (error: unknown) => {
      if (error instanceof Error && error.name === "NotAllowedError") current(listener.refused)();
      else if (!(error instanceof Error && error.name === "AbortError")) fail();
    };
    this.attach(address, events.signal, fail)
      .then(() => (events.signal.aborted ? undefined : this.element.play()))
      .catch(refused);
  }

  stop(): void {
    this.turn += 1;
    clearTimeout(this.timer);
    this.release();
    this.release = () => undefined;
    if (!this.element.hasAttribute("src")) return;
    this.element.pause();
    // The browser stops downloading the stream only after `src` is removed.
    this.element.removeAttribute("src");
    this.element.load();
  }

  private async attach(address: string, signal: AbortSignal, fail: () => void): Promise<void> {
    const native = !isPlaylist(address) || this.element.canPlayType("application/vnd.apple.mpegurl") !== "";
    if (native) {
      this.element.src = address;
      return;
    }
    const { default: Hls } = await import("hls.js");
    if (signal.aborted) return;
    const hls = new Hls({ enableWorker: false });
    hls.on(Hls.Events.ERROR, (_event, { fatal }) => fatal && fail());
    signal.addEventListener("abort", () => hls.destroy());
    hls.loadSource(address);
    hls.attachMedia(this.element);
  }
}
