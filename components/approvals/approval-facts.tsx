import { getLocale, getMessages } from "next-intl/server";
import { Card } from "@/components/ui/card";
import type { Approval } from "@/lib/approvals/queries";
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
  "rules",
  "message",
] as const;

/** The content to approve; the data of the person who asked for it is visible to staff only. */
export async function ApprovalFacts({ approval }: { approval: Approval }) {
  const [locale, { approvals: texts }] = [await getLocale(), await getMessages()];
  const kinds: Record<string, string> = texts.kind;
  const place = approval.place as Record<string, unknown>;
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
            <dt className="text-muted">{texts.fact[name]}</dt>
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
    </Card>
  );
}
