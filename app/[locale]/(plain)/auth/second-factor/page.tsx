import { redirect } from "next/navigation";
import { getLocale, getMessages } from "next-intl/server";
import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { SecondFactorPanel } from "@/components/accounts/accounts/second-factor-panel";
import { SIGN_IN_AREAS, areaPath, single } from "@/lib/accounts/accounts/rules";
import { isSecondFactorDue } from "@/lib/platform/auth/access";
import { currentSession } from "@/lib/platform/auth/account";
import type { SearchParams } from "../../login/login-content";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("accounts/accounts.secondFactor", "title");

/** Second-factor step for sessions opened by a link in an e-mail, by Google or before a second factor was required. */
export default async function SecondFactorPage({ searchParams }: { searchParams: SearchParams }) {
  const [params, locale, { "accounts/accounts": texts }, { state }] = await Promise.all([
    searchParams,
    getLocale(),
    getMessages(),
    currentSession(),
  ]);
  const area = SIGN_IN_AREAS.find((name) => name === params.area) ?? "traveller";
  const next = single(params.next);
  // Visitors who are not signed in are redirected too: the target page checks the access.
  if (!isSecondFactorDue(state)) redirect(areaPath(area, next, locale));
  const { secondFactor, code, factor, validation } = texts;
  return (
    <AccountPage title={secondFactor.title} lead={secondFactor.lead}>
      <AccountTexts value={{ code, factor }}>
        <FormTexts value={validation}>
          <SecondFactorPanel formContext={{ area, locale, next }} step={state === "enrolment" ? "enrolment" : "code"} />
        </FormTexts>
      </AccountTexts>
    </AccountPage>
  );
}
