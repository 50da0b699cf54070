import { getLocale, getMessages } from "next-intl/server";
import { Card } from "@/components/ui/card";
import type { Approval } from "@/lib/panel/approvals/queries";
import { eventOfferSchema, offerTexts, type OfferWords } from "@/lib/panel/approvals/rules";
import { formatTimestamp } from "@/lib/platform/format";

/** The facts in the order in which they are listed; others are left out. */
const FACT_NAMES = [
  "name",
  "city",
  "state",
  "startsAt",
  "endsAt",
  "address",
  "organizer",
  "phone",
  "website",
  "instagram",
  "hours",
  "description",
  "benefit",
  "validFrom",
  "validUntil",
  "acceptance",
  "kinds",
  "capacity",
  "payee",
  "totalLimit",
  "perPersonLimit",
  "rules",
  "message",
  "runsPlace",
] as const;

/** What a link asks to approve: an application about a place or club, an event or a voucher. */
type Content = Record<string, unknown>;

const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);

/** Kinds, limit and receiver of the money of an event as texts. */
function withOfferTexts(content: Content, words: OfferWords, locale: string): Content {
  const offer = eventOfferSchema.safeParse(content.offer).data;
  return offer ? { ...content, ...offerTexts(offer, words, locale, String(content.timeZone)) } : content;
}

type ApprovalFactsProps = {
  approval: Approval;
  /** The content by name of the fact; texts are shown, other values are left out. */
  content: Content;
};

/** The content to approve; the data of the person who asked for it is visible to staff only. */
export async function ApprovalFacts({ approval, content: raw }: ApprovalFactsProps) {
  const [locale, { "panel/approvals": texts }] = [await getLocale(), await getMessages()];
  const kinds: Record<string, string> = texts.kind;
  const content: Content = {
    ...withOfferTexts(raw, texts.offer, locale),
    runsPlace: raw.runsPlace === true ? texts.givesPlace : undefined,
  };
  const image = textOrNull(content.imageUrl);
  const textOf = (name: string, text: string) =>
    name === "startsAt" || name === "endsAt"
      ? formatTimestamp(text, locale, { dateStyle: "long", timeStyle: "short", timeZone: String(content.timeZone) })
      : text;
  const facts = FACT_NAMES.flatMap((name) =>
    typeof content[name] === "string" && content[name] ? [[name, textOf(name, content[name])] as const] : [],
  );
  return (
    <Card>
      <h2 className="mb-3 text-2xl">{kinds[approval.kind]}</h2>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
        {facts.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-muted">
              {name === "organizer" && approval.kind === "voucher" ? texts.offeredBy : texts.fact[name]}
            </dt>
            <dd className="whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
        {approval.protocol && (
          <div className="contents">
            <dt className="text-muted">{texts.fact.protocol}</dt>
            <dd className="tabular">{approval.protocol}</dd>
          </div>
        )}
      </dl>
      {image && <img src={image} alt={texts.image} className="mt-4 max-h-96 rounded-xl border-2 border-line" />}
    </Card>
  );
}
