import { getTranslations } from "next-intl/server";
import type { Expiry } from "@/lib/garage/vehicles/documents/rules";

const LOOK: Record<Expiry["status"], string> = {
  expired: "border-danger bg-danger text-danger-ink",
  soon: "border-faixa bg-faixa text-faixa-ink",
  valid: "border-line",
};

/** How long a document is still valid. */
export async function ExpiryBadge({ expiry, date }: { expiry: Expiry; date: string }) {
  const t = await getTranslations("garage/vehicles.expiry");
  const { status, days } = expiry;
  return (
    <span data-expiry={status} className={`rounded-lg border-2 px-2 text-sm font-semibold ${LOOK[status]}`}>
      {status === "valid" ? t("valid", { date }) : t(status, { days: Math.abs(days) })}
    </span>
  );
}
