import { formatDate, formatMoney, formatNumber, formatTimestamp, zoneName } from "../../format";
import { TIME_ZONE } from "../../dates";
import type { Locale } from "../../i18n/routing";
import { remindersSchema, type Mail } from "../schema";
import { strangerLine, withoutAddresses } from "../names/rules";
import { filledPattern } from "../placeholders/rules";

type Facts = Mail["data"];

/** Facts that hold an ISO timestamp or an ISO date. Mails enqueued before 2026-11 hold finished texts, which stay. */
const MOMENTS = ["date", "from", "until", "starts", "ends", "due"];
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Names of people and titles that accounts without a permission can write. */
const NAMES = ["name", "contact", "by", "person"];
const TITLES = ["event", "title", "place", "origin", "destination", "recipient"];
const LONGEST_NAME = 60;
const LONGEST_TITLE = 120;
/** Written by the team, about the work of the team. */
const TEAM_ONLY = ["task_given"];

/** `5 de dezembro de 2026 às 07:06`, with the name of the time zone where its hour differs from Brasília. */
export function mailMoment(moment: string, locale: Locale, timeZone = TIME_ZONE): string {
  const text = formatTimestamp(moment, locale, { dateStyle: "long", timeStyle: "short", timeZone });
  const [here, inBrasilia] = [timeZone, TIME_ZONE].map((zone) => zoneName(moment, locale, zone, "shortOffset"));
  return here === inBrasilia ? text : `${text} (${zoneName(moment, locale, timeZone, "long")})`;
}

function momentText(value: unknown, locale: Locale, timeZone: string | undefined): unknown {
  if (typeof value !== "string") return value;
  if (DAY.test(value)) return formatDate(value, locale, { dateStyle: "long" });
  return MOMENT.test(value) ? mailMoment(value, locale, timeZone) : value;
}

/** One line per reminder: `• Opala – Óleo: 5 de dez. de 2026 / 65.000 km`. */
function reminderList(reminders: string, locale: Locale): string {
  return remindersSchema
    .parse(JSON.parse(reminders))
    .map(({ vehicle, title, due_on: day, due_km: km }) => {
      const due = [day && formatDate(day, locale), km !== null && `${formatNumber(km, locale)} km`].filter(Boolean);
      return `• ${vehicle} – ${title}: ${due.join(" / ")}`.replace(/\s+/g, " ");
    })
    .join("\n");
}

/** The title in the language of the mail: SQL sends it as `event`, its translations as `event_en`, `event_es`, `event_pt`. */
function withTitle(facts: Facts, locale: Locale): Facts {
  const { event_en: en, event_es: es, event_pt: pt, ...rest } = facts;
  const translated = { "en-US": en, "es-419": es, "pt-BR": pt }[locale];
  return typeof translated === "string" && translated !== "" ? { ...rest, event: translated } : rest;
}

function cleaned(template: string, facts: Facts): Facts {
  if (TEAM_ONLY.includes(template)) return facts;
  const clean = (names: readonly string[], longest: number) =>
    names.flatMap((name) => {
      const value = facts[name];
      return typeof value === "string" ? [[name, strangerLine(value, longest)] as const] : [];
    });
  return {
    ...facts,
    ...Object.fromEntries([...clean(NAMES, LONGEST_NAME), ...clean(TITLES, LONGEST_TITLE)]),
    ...(typeof facts.question === "string" && { question: withoutAddresses(facts.question) }),
  };
}

/** Templates whose subject and body an organiser wrote, with words in braces. */
const WRITTEN = ["event_message", "event_message_test", "registration_automatic"];

/** Subject and body of a text of an organiser, with the facts in place of the words in braces. */
function filled(template: string, facts: Facts, locale: Locale): Facts {
  const { subject, body, amount, ...others } = facts;
  if (!WRITTEN.includes(template) || typeof facts.name !== "string") return facts;
  const values = {
    ...Object.fromEntries(Object.entries(others).map(([name, value]) => [name, String(value ?? "")])),
    ...(typeof amount === "number" && { amount: formatMoney(Math.round(amount * 100), locale) }),
  };
  const fill = (pattern: unknown) => filledPattern(String(pattern), values);
  return { ...facts, subject: fill(subject), body: fill(body) };
}

/**
 * The values of a template in the language of the mail: moments and titles as the reader writes them, names and titles
 * without addresses of other sites.
 */
export function readableFacts({ template, data, locale }: Pick<Mail, "template" | "data" | "locale">): Facts {
  const { time_zone: zone, reminders, ...rest } = withTitle(data, locale);
  const timeZone = typeof zone === "string" ? zone : undefined;
  const moments = MOMENTS.filter((name) => name in rest).map((name) => [
    name,
    momentText(rest[name], locale, timeZone),
  ]);
  const facts = cleaned(template, {
    ...rest,
    ...(Object.fromEntries(moments) as Facts),
    ...(typeof reminders === "string" && { list: reminderList(reminders, locale) }),
    has_note: typeof rest.note === "string" && rest.note.trim() ? "yes" : "no",
  });
  return filled(template, facts, locale);
}
