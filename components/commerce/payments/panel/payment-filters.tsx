import { getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { controlClass, Input } from "@/components/ui/input";
import type { PaymentQuery } from "@/lib/commerce/payments/rules";
import {
  PAYMENT_METHODS,
  PAYMENT_SOURCES,
  PAYMENT_STATUSES,
} from "@/lib/platform/supabase/database-constants/commerce";

/** Month, source, method and status filters in the address; works without JavaScript. */
export async function PaymentFilters({ query, action }: { query: PaymentQuery; action: string }) {
  const t = await getTranslations("commerce/payments.panel");
  const selects = [
    [
      "origem",
      t("filter.source"),
      query.source,
      PAYMENT_SOURCES.map((value) => [value, t(`source.${value}`)] as const),
    ],
    [
      "metodo",
      t("filter.method"),
      query.method,
      PAYMENT_METHODS.map((value) => [value, t(`method.${value}`)] as const),
    ],
    [
      "situacao",
      t("filter.status"),
      query.status,
      PAYMENT_STATUSES.map((value) => [value, t(`status.${value}`)] as const),
    ],
  ] as const;
  return (
    <form action={action} className="flex flex-wrap items-end gap-3">
      <label className="grid gap-1 text-sm">
        {t("filter.month")}
        <Input type="month" name="mes" defaultValue={query.month} className="w-44" />
      </label>
      {selects.map(([name, label, value, options]) => (
        <label key={name} className="grid gap-1 text-sm">
          {label}
          <select name={name} defaultValue={value ?? ""} className={`${controlClass} w-44`}>
            <option value="">{t("filter.any")}</option>
            {options.map(([one, words]) => (
              <option key={one} value={one}>
                {words}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label className="flex min-h-11 items-center gap-2">
        <input type="checkbox" name="devolver" value="1" defaultChecked={query.refund} className="size-5" />
        {t("filter.refund")}
      </label>
      <Button type="submit" variant="outline">
        {t("filter.show")}
      </Button>
    </form>
  );
}
