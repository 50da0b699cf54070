import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AccountTexts } from "@/components/accounts/accounts/account-texts";
import { FormTexts } from "@/components/form/form-texts";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { LoginPanel } from "@/components/accounts/accounts/login-panel";
import { NoticeOnce } from "@/components/accounts/accounts/notice-once";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { areaPath, single, withNext, type SignInArea } from "@/lib/accounts/accounts/rules";
import { offersPhone } from "@/lib/accounts/accounts/queries";
import { currentAccount } from "@/lib/platform/auth/account";
import { env } from "@/lib/platform/env";
import { localePath, splitPath } from "@/lib/platform/i18n/routing";

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const SECTION = { traveller: "login", admin: "adminLogin", seller: "sellerLogin" } as const satisfies Record<
  SignInArea,
  string
>;

export async function loginMetadata(area: SignInArea): Promise<Metadata> {
  const t = await getTranslations(`accounts/accounts.${SECTION[area]}`);
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** The planner that needs no account, for visitors who came from the planner; null for every other page. */
function plannerWithoutAccount(next: string | undefined): string | null {
  const [path] = /^(?:\/[a-z]{2})?\/planejador-rota(?=$|[?#])/.exec(splitPath(next ?? "").path) ?? [];
  return path ? `${path}/experimentar` : null;
}

/** The sign-in page of an area; signed-in visitors are redirected, and the access check of the next page decides. */
export async function LoginContent({ area, searchParams }: { area: SignInArea; searchParams: SearchParams }) {
  const [params, locale, { "accounts/accounts": texts, "travel/trips": trips }] = await Promise.all([
    searchParams,
    getLocale(),
    getMessages(),
  ]);
  const next = single(params.next);
  if (await currentAccount().catch(() => null)) redirect(areaPath(area, next, locale));
  const tryPath = area === "traveller" ? plannerWithoutAccount(next) : null;
  const { title, lead } = texts[SECTION[area]];
  const reason = params.oauth === "denied" ? texts.login.oauthDenied : texts.login.oauthFailed;
  return (
    <AccountPage title={title} lead={lead}>
      <AccountTexts
        value={{
          login: texts.login,
          code: texts.code,
          phone: texts.phone,
          factor: texts.factor,
          link: texts.link,
          form: texts.form,
        }}
      >
        <FormTexts value={texts.validation}>
          <LoginPanel
            formContext={{ area, locale, next }}
            offers={{ google: env.AUTH_GOOGLE_ENABLED && area === "traveller", phone: await offersPhone() }}
            links={{
              recovery: withNext(localePath(locale, "/forgot-password"), next),
              signUp: area === "traveller" ? withNext(localePath(locale, "/register-user"), next) : null,
            }}
          />
        </FormTexts>
      </AccountTexts>
      {tryPath && (
        <p className="mt-5">
          <TextLink href={localePath(locale, tryPath)}>{trips.link.tryFirst}</TextLink>
        </p>
      )}
      {area === "seller" && (
        <p className="mt-5">
          {texts.sellerLogin.apply}{" "}
          <TextLink href={localePath(locale, "/vendedor/cadastro")}>{texts.sellerLogin.applyLink}</TextLink>
        </p>
      )}
      {single(params.oauth) && (
        <NoticeOnce
          param="oauth"
          notice={{ code: "oauth.failed", values: { provider: "Google", reason }, variant: "destructive" }}
        />
      )}
    </AccountPage>
  );
}
