import { Download } from "lucide";
import { notify } from "@/components/ui/notify";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { fileName } from "@/lib/guide/qr-codes/rules";
import type { QrFormValues } from "./form-values";
import { pngOf, svgOf, type QrDrawing } from "./draw";
import type { Paper } from "./poster-pdf";
import { useStudioTexts } from "./qr-texts";

type Props = { drawing: QrDrawing | null; text: string; answers: QrFormValues; site: string };

function save(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The finished code with its download buttons. */
export function QrResult({ drawing, text, answers, site }: Props) {
  const texts = useStudioTexts();
  const { caption, kind, pixels } = answers;
  const title = caption || text;
  const download = async (ending: string, make: (ready: QrDrawing) => Promise<Blob> | Blob) => {
    if (!drawing) return;
    try {
      save(await make(drawing), fileName(caption, kind, ending));
    } catch {
      notify({ code: "unexpected", variant: "destructive" });
    }
  };
  const sign = (paper: Paper) => async (ready: QrDrawing) => {
    const { posterPdf } = await import("./poster-pdf");
    return new Blob([posterPdf(ready, paper, caption, site)], { type: "application/pdf" });
  };
  const downloads: [string, () => Promise<void>][] = [
    ["PNG", () => download("png", (ready) => pngOf(ready, pixels))],
    ["SVG", () => download("svg", (ready) => new Blob([svgOf(ready, pixels, title)], { type: "image/svg+xml" }))],
    [texts.signA4, () => download("a4.pdf", sign("A4"))],
    [texts.signA5, () => download("a5.pdf", sign("A5"))],
  ];
  return (
    <section aria-labelledby="codigo" className="grid content-start gap-4 lg:sticky lg:top-20">
      <h2 id="codigo" className="text-2xl">
        {texts.result}
      </h2>
      <figure className="rounded-2xl border-2 border-line bg-surface p-4 text-center">
        {drawing ? (
          // This SVG is safe: it contains only squares, two colours of the form and an escaped title.
          <img
            src={`data:image/svg+xml,${encodeURIComponent(svgOf(drawing, 512, title))}`}
            alt={texts.alt.replace("{text}", text)}
            width={512}
            height={512}
            className="mx-auto h-auto w-full max-w-72 rounded-lg"
          />
        ) : (
          <p className="mx-auto grid aspect-square w-full max-w-72 place-items-center rounded-lg border-2 border-dashed border-line p-6 text-muted">
            {texts.waiting}
          </p>
        )}
        <figcaption className="mt-3 break-all text-sm text-muted">
          {caption && <strong className="block break-normal text-lg text-text">{caption}</strong>}
          {drawing && kind !== "wifi" && text}
        </figcaption>
      </figure>
      <div className="grid grid-cols-2 gap-3">
        {downloads.map(([label, run]) => (
          <Button
            key={label}
            variant={label === "PNG" ? "primary" : "outline"}
            disabled={!drawing}
            onClick={() => void run()}
          >
            <Icon of={Download} />
            {label}
          </Button>
        ))}
      </div>
      <p className="text-sm text-muted">{texts.privacy}</p>
    </section>
  );
}
