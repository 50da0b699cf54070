import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { buttonClass } from "@/components/ui/button-class";
import { Card, CardTitle } from "@/components/ui/card";
import type { StateProgress as Row } from "@/lib/guide/passport/queries";
import { PASSPORT_PATH } from "@/lib/guide/passport/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { StateProgress } from "./state-progress";

/** The passport in the panel of an account: progress by state and the way to all stamps. */
export async function OwnPassport({ rows }: { rows: readonly Row[] }) {
  const [t, locale] = [await getTranslations("guide/passport"), await getLocale()];
  return (
    <Card data-slot="own-passport">
      <CardTitle className="mb-4">{t("title")}</CardTitle>
      {rows.length === 0 ? <p>{t("empty")}</p> : <StateProgress rows={rows} />}
      <Link href={localePath(locale, PASSPORT_PATH)} className={buttonClass({ className: "mt-4 w-fit" })}>
        {t("open")}
      </Link>
    </Card>
  );
}
