// The core of next-intl, because next-intl needs a React version that the worker does not have.
import { createTranslator } from "use-intl/core";
import { localePath } from "../i18n/routing";
import { readableFacts } from "./facts/rules";
import type { Mail } from "./schema";
import { TIME_ZONE } from "../dates";

/** `unsubscribeUrl`: mail programs unsubscribe from the mails of this kind with one click there (RFC 8058). */
export type RenderedMail = { subject: string; text: string; html: string; unsubscribeUrl?: string };
type Link = { label: string; url: string };
type MailTexts = { subject?: string; text?: string; button?: string };

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");

const BODY =
  "margin:0;padding:24px;background:#f7f4ec;color:#182235;font-family:Barlow,'Segoe UI',Roboto,Arial,sans-serif;font-size:17px;line-height:1.55";
const SHEET =
  "max-width:520px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e2dccb;border-top:6px solid #f7b733;border-radius:12px";
const BUTTON =
  "display:inline-block;padding:12px 22px;border-radius:10px;background:#1d62d8;color:#ffffff;font-weight:600;text-decoration:none";

function page(
  locale: string,
  subject: string,
  paragraphs: readonly string[],
  button: Link | null,
  footer: string,
  unsubscribe: Link | null,
): string {
  const body = paragraphs
    .map((paragraph) => `<p style="margin:0 0 20px">${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("\n");
  const link = button
    ? `<p style="margin:0 0 24px"><a href="${escapeHtml(button.url)}" style="${BUTTON}">${escapeHtml(button.label)}</a></p>`
    : "";
  const unsubscribeLine = unsubscribe
    ? `<br><a href="${escapeHtml(unsubscribe.url)}" style="color:#1d62d8">${escapeHtml(unsubscribe.label)}</a>`
    : "";
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="${BODY}"><div style="${SHEET}">
<p style="margin:0 0 24px"><strong style="display:inline-block;padding:6px 14px;border-radius:8px;background:#0b7a4a;color:#ffffff;letter-spacing:1px;font-size:15px">PORTAL LACAMBECHE</strong></p>
${body}
${link}
<p style="margin:0;font-size:14px;color:#566179">${escapeHtml(footer)}${unsubscribeLine}</p>
</div></body></html>`;
}

const lineOf = (link: Link | null) => link && `${link.label}: ${link.url}`;

const isPath = (value: unknown): value is string => typeof value === "string" && /^\/(?![/\\])\S*$/.test(value);

/** Subject, text and HTML of a mail in its language. User input is escaped, and a line break in the subject becomes a space. */
export function renderMail(
  { template, locale, data }: Mail,
  messages: Record<string, unknown>,
  siteUrl: string,
): RenderedMail {
  const texts = messages[template] as MailTexts | undefined;
  if (!texts?.subject || !texts.text) throw new Error(`unknown mail template: ${template}`);
  const facts = readableFacts({ template, data, locale });
  const { path, more_path: morePath, end_path: unsubscribePath, one_click_path: oneClickPath, ...rest } = facts;
  const { url } = rest;
  const values = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [
      key,
      value === null ? "" : typeof value === "boolean" ? String(value) : value,
    ]),
  );
  const fail = (error: { message: string }) => {
    throw new Error(`mail template ${template}: ${error.message}`);
  };
  const t = createTranslator({
    locale,
    messages: { mails: messages },
    onError: fail,
    timeZone: TIME_ZONE,
  }) as unknown as (key: string, values?: object) => string;
  const addressOf = (path: unknown) => (isPath(path) ? new URL(localePath(locale, path), siteUrl).href : null);
  // What is left of a name that was an address.
  if (values.name === "" && data.name) values.name = t("mails.reader");
  if (values.event === "" && data.event) values.event = "–";
  values.more = addressOf(morePath) ?? "";
  const subject = t(`mails.${template}.subject`, values).replace(/\s+/g, " ").trim();
  const paragraphs = t(`mails.${template}.text`, values)
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  const footer = t("mails.footer");
  // The button links to the https URL entered by the team, else to the path in the portal.
  const target =
    typeof url === "string" && URL.canParse(url) && new URL(url).protocol === "https:" ? url : addressOf(path);
  const button = texts.button && target ? { label: t(`mails.${template}.button`, values), url: target } : null;
  const unsubscribeAddress = addressOf(unsubscribePath);
  const unsubscribe = unsubscribeAddress ? { label: t("mails.end"), url: unsubscribeAddress } : null;
  const text = [...paragraphs, lineOf(button), footer, lineOf(unsubscribe)].filter(Boolean).join("\n\n");
  return {
    subject,
    text: `${text}\n`,
    html: page(locale, subject, paragraphs, button, footer, unsubscribe),
    ...(isPath(oneClickPath) && { unsubscribeUrl: new URL(oneClickPath, siteUrl).href }),
  };
}
