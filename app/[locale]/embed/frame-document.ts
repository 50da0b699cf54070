import { getTranslations } from "next-intl/server";
import { z } from "zod";
import { HUB_PATH } from "@/lib/events/events/rules";
import { FRAME_THEMES, type FrameTheme } from "@/lib/events/frames/rules";
import { html, Html } from "@/lib/platform/html";
import { splitPath, type Locale } from "@/lib/platform/i18n/routing";
import type { Refuse } from "@/lib/platform/refusal";
import { pageUrl } from "@/lib/platform/site-url";

/** The colours of `app/globals.css`; a test compares them. */
const LIGHT =
  "--background:#f7f4ec;--surface:#ffffff;--line:#e2dccb;--text:#182235;--muted:#566179;--primary:#1d62d8;--primary-ink:#ffffff;--faixa:#f7b733;--rota-text:#0b7a4a;--danger:#c52834;--danger-ink:#ffffff";
const DARK =
  "--background:#0b1220;--surface:#121c2f;--line:#2a3b58;--text:#eaf0fa;--muted:#a5b4cc;--primary:#3b82f6;--primary-ink:#0b1220;--faixa:#f7b733;--rota-text:#3ecf8e;--danger:#f0616d;--danger-ink:#0b1220";

/** Without fonts: a frame is one answer and, at most, one picture. */
const STYLE = `:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme]){${DARK}}}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark;${DARK}}
*{box-sizing:border-box;margin:0}
body{background:var(--background);color:var(--text);font:1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}
main{display:grid;gap:.75rem;max-width:40rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem;line-height:1.15;text-wrap:balance}
h2{font-size:1.1rem;line-height:1.2}
img{display:block;width:100%;height:auto;max-height:15rem;object-fit:contain;border-radius:.75rem;background:var(--surface)}
ul{display:grid;gap:.5rem;padding:0;list-style:none}
li{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;justify-content:space-between;padding:.6rem .8rem;border:2px solid var(--line);border-radius:.75rem;background:var(--surface)}
li p{flex-basis:100%}
li a{display:inline-flex;min-height:44px;align-items:center;color:inherit;font-weight:bold}
.muted{color:var(--muted);font-size:.9rem}
.places{color:var(--rota-text);font-weight:bold}
.notice{padding:.75rem 1rem;border-radius:.75rem;background:var(--danger);color:var(--danger-ink);font-weight:bold}
.hint{padding:.75rem 1rem;border:2px dashed var(--faixa);border-radius:.75rem}
.button{display:inline-flex;min-height:44px;align-items:center;padding:.5rem 1.25rem;border-radius:.75rem;background:var(--primary);color:var(--primary-ink);font-weight:bold;text-decoration:none}
a:focus-visible{outline:3px solid var(--faixa);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}`;

/** Parameters of the address of a frame; an unknown theme is none. */
export const frameQuery = z.object({
  tema: z
    .enum(["claro", "escuro"])
    .optional()
    .catch(undefined)
    .transform((theme) => theme && FRAME_THEMES[theme]),
});

/** Headers of every answer in a frame. */
export const FRAME_HEADERS = { "x-robots-tag": "noindex" } as const;

type Frame = {
  locale: Locale;
  title: string;
  /** Address of the page of the portal that shows the same. */
  canonical: string;
  theme: FrameTheme | undefined;
  content: Html;
  status?: number;
};

/** A whole page for a frame of another site. */
export function frameResponse({ locale, title, canonical, theme, content, status = 200 }: Frame): Response {
  const page = html`<!doctype html>
    <html lang="${locale}" ${theme && html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} | LACAMBECHE</title>
        <link rel="canonical" href="${canonical}" />
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html> `;
  return new Response(page.text, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}

/** The button of a frame: opens a page of the portal in a new tab, because the portal itself is not shown in frames. */
export async function frameButton(url: string, label: string, locale: Locale): Promise<Html> {
  const t = await getTranslations({ locale, namespace: "events/frames" });
  return html`<p>
      <a class="button" href="${url}" target="_blank" rel="noopener"
        >${label}<span class="hidden"> (${t("newTab")})</span></a
      >
    </p>
    <p class="muted">${t("portal")}</p>`;
}

/** Writes a refusal as a page for a frame: an event that is not public, or an answer that is not possible now. */
export const refuseFrame: Refuse<unknown> = async ({ status }, { request }) => {
  const { locale } = splitPath(new URL(request.url).pathname);
  const t = await getTranslations({ locale, namespace: "events/frames" });
  const kind = status === 404 ? "missing" : "unavailable";
  const url = pageUrl(locale, HUB_PATH);
  return frameResponse({
    locale,
    title: t(`${kind}.title`),
    canonical: url,
    theme: undefined,
    content: html`<h1>${t(`${kind}.title`)}</h1>
      <p>${t(`${kind}.text`)}</p>
      ${await frameButton(url, t("agenda"), locale)}`,
    status,
  });
};
