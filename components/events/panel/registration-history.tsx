import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { SystemSection } from "@/components/ui/system-page";
import type { PanelRegistration } from "@/lib/events/panel/queries";
import { answersNote, noteOf, resentKey, type RegistrationStatus } from "@/lib/events/panel/rules";
import { formatMoney, formatShortMoment } from "@/lib/platform/format";
import { documentLabel, type FormField } from "@/lib/events/registrations/questions/rules";

type Entry = PanelRegistration["registration_events"][number];
type Props = { entries: readonly Entry[]; fields: readonly Pick<FormField, "name" | "label">[] };

/** What happened to a registration, newest first; `fields` are the questions that its lines may name. */
export async function RegistrationHistory({ entries, fields }: Props) {
  const [t, locale] = [await getTranslations("events/panel"), await getLocale()];
  const documents = (await getMessages())["events/registrations"].documentNames;
  const text = (entry: Entry) => {
    const { code, detail } = noteOf(entry.note);
    const field = (name: string) =>
      t.has(`history.field.${name as "email"}`) ? t(`history.field.${name as "email"}`) : t("history.field.other");
    if (!code) return [t(`status.${entry.to_status as RegistrationStatus}`), detail].filter(Boolean).join(" · ");
    if (code === "answers") {
      const { names, reason } = answersNote(detail);
      const label = (name: string) => fields.find((one) => one.name === name)?.label ?? t("history.removedQuestion");
      return t("history.answers", { detail: [...new Set(names.map(label))].join(", "), reason });
    }
    const money = (cents: string) => formatMoney(Number(cents), locale);
    if (code === "price") {
      const [from = "", to = ""] = detail.split(":");
      return t("history.price", { from: money(from), to: money(to) });
    }
    if (code === "left") {
      const [person = "", cents = ""] = detail.split(":");
      return t("history.left", { code: person, amount: money(cents) });
    }
    if (code === "difference_paid") return t("history.difference_paid", { amount: money(detail) });
    if (code === "resent") return t(`history.${resentKey(detail)}`);
    if (code === "attending") return t("history.attending", { detail: t(`attending.${detail as "yes"}`) });
    if (code === "document_ok" || code === "document_refused")
      return t(`history.${code}`, { detail: documentLabel(detail, documents, fields) ?? "" });
    if (code === "refunded") return t("history.refunded", { amount: detail ? money(detail) : t("history.whole") });
    if (code === "stand" && !detail) return t("history.noStand");
    return t(`history.${code}`, { detail: code === "edited" ? detail.split(",").map(field).join(", ") : detail });
  };
  return (
    <SystemSection title={t("history.title")}>
      <ol className="grid gap-2">
        {entries.map((entry) => (
          <li key={entry.id} className="border-l-4 border-line pl-3">
            <p className="wrap-anywhere">{text(entry)}</p>
            <p className="text-sm text-muted">
              {[formatShortMoment(entry.created_at, locale), entry.actor?.username].filter(Boolean).join(" · ")}
            </p>
          </li>
        ))}
      </ol>
    </SystemSection>
  );
}
