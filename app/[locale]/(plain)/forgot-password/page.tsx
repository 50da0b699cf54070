import { getLocale, getMessages } from "next-intl/server";
import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { RecoveryPanel } from "@/components/accounts/accounts/recovery-panel";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { single, withNext } from "@/lib/accounts/accounts/rules";
import { offersPhone } from "@/lib/accounts/accounts/queries";
import { localePath } from "@/lib/platform/i18n/routing";
import type { SearchParams } from "../login/login-content";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("accounts/accounts.recovery", "title");

export default async function ForgotPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, locale, { "accounts/accounts": texts }] = await Promise.all([
    searchParams,
    getLocale(),
    getMessages(),
  ]);
  const next = single(params.next);
  const loginPath = withNext(localePath(locale, "/login"), next);
  return (
    <AccountPage title={texts.recovery.title} lead={texts.recovery.lead}>
      <AccountTexts
        value={{ recovery: texts.recovery, phone: texts.phone, newPassword: texts.newPassword, form: texts.form }}
      >
        <FormTexts value={texts.validation}>
          <RecoveryPanel formContext={{ locale, next }} loginPath={loginPath} offersPhone={await offersPhone()} />
        </FormTexts>
      </AccountTexts>
      <p className="mt-5">
        <TextLink href={loginPath}>{texts.recovery.back}</TextLink>
      </p>
    </AccountPage>
  );
}
