import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { CommandForm } from "@/components/ui/command-form";
import { StateMark } from "@/components/ui/state-mark";
import { SystemSection } from "@/components/ui/system-page";
import { LabelledInput } from "@/components/ui/labelled-input";
import { checkDocumentAction } from "@/lib/events/panel/actions";
import type { PanelRegistration } from "@/lib/events/panel/queries";
import { formatDate } from "@/lib/platform/format";
import { documentLabel, fieldsIn, fileNames } from "@/lib/events/registrations/questions/rules";
import type { Question } from "@/lib/events/registrations/questions/schema";

type Documents = PanelRegistration["registration_documents"];
const LOOK = { sent: "wait", ok: "good", refused: "bad" } as const;

type Props = { documents: Documents; questions: Question[]; required: readonly string[] };

/** The documents of a registration and the names of missing ones; each is accepted or refused with a reason. */
export async function DocumentChecks({ documents, questions, required }: Props) {
  const [t, names] = [
    await getTranslations("events/panel.documents"),
    (await getMessages())["events/registrations"].documentNames,
  ];
  const fields = fieldsIn(await getLocale(), questions);
  const needed = [...required, ...fileNames(fields.filter((field) => field.required))];
  const missing = new Set(
    needed.filter((kind) => !documents.some((one) => one.kind === kind && one.status !== "refused")),
  );
  const labelOf = (kind: string) => documentLabel(kind, names, fields) ?? kind;
  return (
    <SystemSection title={t("title")}>
      {documents.length === 0 && <p className="text-muted">{t("none")}</p>}
      {missing.size > 0 && <p>{t("missing", { names: [...missing].map(labelOf).join(", ") })}</p>}
      {documents.map((document) => (
        <Document key={document.id} document={document} name={labelOf(document.kind)} />
      ))}
    </SystemSection>
  );
}

async function Document({ document, name }: { document: Documents[number]; name: string }) {
  const [t, locale] = [await getTranslations("events/panel.documents"), await getLocale()];
  const { id, status, reason, expires_on: expires } = document;
  return (
    <article className="grid gap-2 border-t border-line pt-3 first-of-type:border-0">
      <p className="flex flex-wrap items-center gap-3">
        <a
          href={`/api/event-documents/${id}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-9 items-center text-link underline underline-offset-4"
        >
          {name}
        </a>
        <StateMark look={LOOK[status as keyof typeof LOOK]}>{t(`status.${status as "ok"}`)}</StateMark>
        {expires && <span className="text-sm text-muted">{t("expires", { date: formatDate(expires, locale) })}</span>}
      </p>
      {reason && <p className="text-sm text-muted">{reason}</p>}
      {status !== "ok" && (
        <CommandForm
          action={checkDocumentAction}
          hidden={{ document: id, decision: "ok", reason: "" }}
          label={t("accept")}
        />
      )}
      {status !== "refused" && (
        <CommandForm
          action={checkDocumentAction}
          hidden={{ document: id, decision: "refused" }}
          label={t("refuse")}
          variant="danger"
        >
          <LabelledInput label={t("reason")} name="reason" maxLength={500} required />
        </CommandForm>
      )}
    </article>
  );
}
