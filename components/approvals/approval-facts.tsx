import { getMessages } from "next-intl/server";
import { Card } from "@/components/ui/card";
import type { Approval } from "@/lib/approvals/queries";

const SHOWN = [
  "name",
  "city",
  "state",
  "address",
  "phone",
  "website",
  "instagram",
  "hours",
  "description",
  "message",
] as const;

/** The content to approve; the data of the person who asked for it is visible to staff only. */
export async function ApprovalFacts({ approval }: { approval: Approval }) {
  const { approvals: texts } = await getMessages();
  const kinds: Record<string, string> = texts.kind;
  const place = approval.place as Record<string, unknown>;
  const facts = SHOWN.flatMap((name) =>
    typeof place[name] === "string" && place[name] ? [[name, place[name]] as const] : [],
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
        <dt className="text-muted">{texts.fact.protocol}</dt>
        <dd className="tabular">{approval.protocol}</dd>
      </dl>
    </Card>
  );
}
