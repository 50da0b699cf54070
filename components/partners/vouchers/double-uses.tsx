import { getLocale, getTranslations } from "next-intl/server";
import { formatMoment } from "@/lib/platform/format";
import type { Figures } from "@/lib/partners/vouchers/schema";

/** Codes that devices without a connection accepted although they had been used; nothing when there is none. */
export async function DoubleUses({ doubles }: { doubles: Figures["doubles"] }) {
  if (doubles.length === 0) return null;
  const [t, locale] = [await getTranslations("partners/vouchers.panel.doubles"), await getLocale()];
  const at = (moment: string, by: string | null) => [formatMoment(moment, locale), by].filter(Boolean).join(", ");
  return (
    <section aria-labelledby="duas-vezes" className="grid gap-3 rounded-2xl border-2 border-danger p-5">
      <h2 id="duas-vezes" className="text-2xl">
        {t("title")}
      </h2>
      <p className="text-muted">{t("lead")}</p>
      <ul className="grid gap-2">
        {doubles.map((reading) => (
          <li key={reading.nonce} className="border-t border-line pt-2">
            <p className="font-semibold wrap-anywhere">
              {t("line", { code: reading.shortCode ?? "–", title: reading.title ?? "–" })}
            </p>
            <p className="text-sm text-muted">
              {t("second", { when: at(reading.scannedAt, reading.by) })}
              {reading.first && ` · ${t("first", { when: at(reading.first.at, reading.first.by) })}`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
