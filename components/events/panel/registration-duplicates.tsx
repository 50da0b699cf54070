import { getTranslations } from "next-intl/server";
import { Link } from "@/components/ui/link";
import { SystemSection } from "@/components/ui/system-page";
import type { Duplicate } from "@/lib/events/panel/list/schema";
import type { PanelEvent } from "@/lib/events/panel/queries";
import { RegistrationStatusMark } from "./registration-status";

type Props = { event: PanelEvent; duplicates: readonly Duplicate[]; address: string };

/** Links to other registrations of the event with the same address, document or plate; nothing without any. */
export async function RegistrationDuplicates({ event, duplicates, address }: Props) {
  if (duplicates.length === 0) return null;
  const t = await getTranslations("events/panel.duplicates");
  const nameOf = new Map(event.event_registration_types.map(({ id, name }) => [id, name]));
  return (
    <SystemSection title={t("title")} lead={t("lead")}>
      <ul className="grid gap-2">
        {duplicates.map(({ id, code, full_name: name, status, type_id: type, reasons }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link
              href={`${address}?inscricao=${id}`}
              className="inline-flex min-h-11 items-center text-link underline underline-offset-4 wrap-anywhere"
            >
              {name}
            </Link>
            <RegistrationStatusMark status={status} />
            <span className="text-sm text-muted">
              {[nameOf.get(type), code, t("same", { what: reasons.map((one) => t(`reason.${one}`)).join(", ") })]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </li>
        ))}
      </ul>
    </SystemSection>
  );
}
