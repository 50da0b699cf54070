import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Card, CardTitle } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import { SignOutEverywhere } from "./sign-out-everywhere";
import { SignOutForm } from "./sign-out-form";

/** Password, sign-out and sessions. */
export async function AccessCard() {
  const [t, locale, layout] = await Promise.all([
    getTranslations("accounts/accounts.panel.security"),
    getLocale(),
    getTranslations("site/layout.account"),
  ]);
  return (
    <Card className="grid gap-4">
      <CardTitle>{t("title")}</CardTitle>
      <div className="flex flex-wrap gap-3">
        <Button asChild variant="outline" className="w-full sm:w-auto">
          <Link href={localePath(locale, "/update-password")}>{t("password")}</Link>
        </Button>
        <SignOutForm confirmUnsent={layout("unsentLog")} confirmUnsaved={layout("unsavedForms")}>
          <Button type="submit" variant="outline" className="w-full sm:w-auto">
            {t("signOut")}
          </Button>
        </SignOutForm>
        <SignOutEverywhere
          label={t("signOutEverywhere")}
          pendingLabel={t("pending")}
          confirmUnsent={layout("unsentLog")}
          confirmUnsaved={layout("unsavedForms")}
          formContext={{ locale }}
        />
      </div>
    </Card>
  );
}
