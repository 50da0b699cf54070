import { getLocale, getMessages } from "next-intl/server";
import { Card } from "@/components/ui/card";
import type { Approval } from "@/lib/panel/approvals/queries";
import { eventOfferSchema, offerTexts, type OfferWords } from "@/lib/panel/approvals/rules";
import { formatDate, formatTimestamp } from "@/lib/platform/format";
import { acceptanceText, benefitText, type AcceptanceTexts, type BenefitTexts } from "@/lib/partners/vouchers/rules";

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
type VoucherTexts = { benefit: BenefitTexts; acceptance: AcceptanceTexts };

const word = (value: unknown) => (typeof value === "string" ? value : null);

/** Facts of a voucher as texts; facts of other subjects stay as they are. */
function withVoucherTexts(place: Place, texts: VoucherTexts, locale: string): Place {
  const { benefitType: type, benefitValue: value, weekdays } = place;
  if (typeof type !== "string") return place;
  const [startsAt, endsAt] = [word(place.acceptedFrom), word(place.acceptedUntil)];
  const days = { weekdays: Array.isArray(weekdays) ? (weekdays as number[]) : [], startsAt, endsAt };
  return {
    ...place,
    benefit: benefitText({ type, value: typeof value === "number" ? value : null }, texts.benefit, locale),
    acceptance: acceptanceText(days, texts.acceptance, locale),
    validFrom: formatDate(String(place.validFrom), locale, { dateStyle: "long" }),
    validUntil: formatDate(String(place.validUntil), locale, { dateStyle: "long" }),
    totalLimit: typeof place.totalLimit === "number" ? String(place.totalLimit) : undefined,
    perPersonLimit: String(place.perPersonLimit),
  };
}

/** Kinds, limit and receiver of the money of an event as texts. */
function withOfferTexts(place: Place, words: OfferWords, locale: string): Place {
  const offer = eventOfferSchema.safeParse(place.offer).data;
  return offer ? { ...place, ...offerTexts(offer, words, locale, String(place.timeZone)) } : place;
}

/** The content to approve; the data of the person who asked for it is visible to staff only. */
export async function ApprovalFacts({ approval }: { approval: Approval }) {
  const [locale, { "panel/approvals": texts, "partners/vouchers": vouchers }] = [
    await getLocale(),
    await getMessages(),
  ];
  const kinds: Record<string, string> = texts.kind;
  const given = approval.place as Place;
  const place: Place = {
    ...withOfferTexts(withVoucherTexts(given, vouchers, locale), texts.offer, locale),
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
