import { getLocale, getMessages } from "next-intl/server";
import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { MailForm } from "@/components/accounts/accounts/mail-form";
import { NewPasswordForm } from "@/components/accounts/accounts/new-password-form";
import { ProofHost } from "@/components/accounts/accounts/proof-host";
import { UnavailableContent } from "@/components/site/layout/unavailable-content";
import { requestRecoveryAction } from "@/lib/accounts/accounts/actions";
import { single } from "@/lib/accounts/accounts/rules";
import { currentAccount } from "@/lib/platform/auth/account";
import type { SearchParams } from "../login/login-content";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("accounts/accounts.newPassword", "title");

/** Form for signed-in visitors (a recovery link signs in); all others get a link to request a new e-mail. */
export default async function UpdatePasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, locale, { "accounts/accounts": texts }] = await Promise.all([
    searchParams,
    getLocale(),
    getMessages(),
  ]);
  const account = await currentAccount().catch(() => "unavailable" as const);
  if (account === "unavailable") return <UnavailableContent />;
  const { newPassword, recovery, form, validation } = texts;
  if (!account) {
    return (
      <AccountPage title={newPassword.expiredTitle} lead={newPassword.expiredLead}>
        <AccountTexts value={{ recovery }}>
          <FormTexts value={validation}>
            <MailForm action={requestRecoveryAction} part="recovery" formContext={{ locale }} />
          </FormTexts>
        </AccountTexts>
      </AccountPage>
    );
  }
  return (
    <AccountPage title={newPassword.title} lead={newPassword.lead}>
      <AccountTexts value={{ newPassword, form }}>
        <FormTexts value={validation}>
          <NewPasswordForm email={account.email} formContext={{ locale, next: single(params.next) }} />
        </FormTexts>
      </AccountTexts>
      <ProofHost />
    </AccountPage>
  );
}
