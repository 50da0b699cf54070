import { getLocale, getMessages } from "next-intl/server";
import { Card } from "@/components/ui/card";
import type { Approval } from "@/lib/panel/approvals/queries";
import { eventOfferSchema, offerTexts, type OfferWords } from "@/lib/panel/approvals/rules";
import { formatTimestamp } from "@/lib/platform/format";

const SHOWN = [
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

type Place = Record<string, unknown>;

const word = (value: unknown) => (typeof value === "string" ? value : null);

/** Kinds, limit and receiver of the money of an event as texts. */
function withOfferTexts(place: Place, words: OfferWords, locale: string): Place {
  const offer = eventOfferSchema.safeParse(place.offer).data;
  return offer ? { ...place, ...offerTexts(offer, words, locale, String(place.timeZone)) } : place;
}

type ApprovalFactsProps = {
  approval: Approval;
  /** The content by name of the fact; texts are shown, other values are left out. */
  place: Place;
};

/** The content to approve; the data of the person who asked for it is visible to staff only. */
export async function ApprovalFacts({ approval, place: given }: ApprovalFactsProps) {
  const [locale, { "panel/approvals": texts }] = [await getLocale(), await getMessages()];
  const kinds: Record<string, string> = texts.kind;
  const place: Place = {
    ...withOfferTexts(given, texts.offer, locale),
    runsPlace: given.runsPlace === true ? texts.givesPlace : undefined,
  };
  const image = word(place.imageUrl);
  const shown = (name: string, text: string) =>
    name === "startsAt" || name === "endsAt"
      ? formatTimestamp(text, locale, { dateStyle: "long", timeStyle: "short", timeZone: String(place.timeZone) })
      : text;
  const facts = SHOWN.flatMap((name) =>
    typeof place[name] === "string" && place[name] ? [[name, shown(name, place[name])] as const] : [],
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
