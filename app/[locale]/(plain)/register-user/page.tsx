import { redirect } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { SignUpForm } from "@/components/accounts/accounts/sign-up-form";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { areaPath, single, withNext } from "@/lib/accounts/accounts/rules";
import { offersPhone } from "@/lib/accounts/accounts/queries";
import { currentAccount } from "@/lib/platform/auth/account";
import { localePath } from "@/lib/platform/i18n/routing";
import type { SearchParams } from "../login/login-content";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("accounts/accounts.signUp", "title");

export default async function RegisterPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, locale, { "accounts/accounts": texts }] = await Promise.all([
    searchParams,
    getLocale(),
    getMessages(),
  ]);
  const t = await getTranslations("accounts/accounts.signUp");
  const next = single(params.next);
  if (await currentAccount().catch(() => null)) redirect(areaPath("traveller", next, locale));
  const loginPath = withNext(localePath(locale, "/login"), next);
  const terms = t.rich("terms", {
    terms: (text) => (
      <TextLink href={localePath(locale, "/termos-de-uso")} target="_blank">
        {text}
      </TextLink>
    ),
    privacy: (text) => (
      <TextLink href={localePath(locale, "/politica-de-privacidade")} target="_blank">
        {text}
      </TextLink>
    ),
  });
  return (
    <AccountPage title={t("title")} lead={t("lead")}>
      <AccountTexts value={{ signUp: texts.signUp, phone: texts.phone, form: texts.form }}>
        <FormTexts value={texts.validation}>
          <SignUpForm
            formContext={{ locale, next }}
            terms={terms}
            loginPath={loginPath}
            offersPhone={await offersPhone()}
          />
        </FormTexts>
      </AccountTexts>
      <p className="mt-5">
        {t("hasAccount")} <TextLink href={loginPath}>{t("login")}</TextLink>
      </p>
    </AccountPage>
  );
}
