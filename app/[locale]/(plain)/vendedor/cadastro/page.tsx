import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { AccountPage } from "@/components/accounts/accounts/account-page";
import { TextLink } from "@/components/accounts/accounts/text-link";
import { ApplicationForm } from "@/components/commerce/sellers/application-form";
import { SignInRequired, ApplicationStatus } from "@/components/commerce/sellers/application-status";
import { currentVisitor } from "@/lib/platform/auth/account";
import { localePath } from "@/lib/platform/i18n/routing";
import { ownSeller, type OwnSeller } from "@/lib/commerce/sellers/queries";
import { FIRST_COMMISSION } from "@/lib/commerce/sellers/rules";
import { formattedDocument } from "@/lib/platform/tax-document";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("commerce/sellers.application");
  return {
    title: `${t("title")} | LACAMBECHE`,
    description: t("lead", { rate: FIRST_COMMISSION }),
    robots: { index: false },
  };
}

function initialOf(seller: OwnSeller | null): Record<string, string | string[]> {
  if (!seller) return {};
  const { full_name, document, phone, city, states, experience, pix_key, pix_key_type } = seller;
  return {
    full_name,
    document: formattedDocument(document),
    phone,
    city: city ?? "",
    states,
    experience: experience ?? "",
    pix_key: pix_key ?? "",
    pix_key_type: pix_key_type ?? "",
  };
}

/** Form to apply as a seller; after the application it shows the status. */
export default async function SellerApplicationPage() {
  const [t, locale, messages] = [
    await getTranslations("commerce/sellers.application"),
    await getLocale(),
    await getMessages(),
  ];
  const account = await currentVisitor();
  const seller = account && (await ownSeller(account.id));
  const terms = t.rich("terms", {
    terms: (words) => (
      <TextLink href={localePath(locale, "/termos-de-uso")} target="_blank">
        {words}
      </TextLink>
    ),
    privacy: (words) => (
      <TextLink href={localePath(locale, "/politica-de-privacidade")} target="_blank">
        {words}
      </TextLink>
    ),
  });
  const { application, pixKey } = messages["commerce/sellers"];
  const open = !seller || seller.status === "rejected";
  return (
    <AccountPage title={t("title")} lead={t("lead", { rate: FIRST_COMMISSION })}>
      {seller && <ApplicationStatus seller={seller} />}
      {open && !account?.emailVerified && <SignInRequired email={account?.email ?? null} />}
      {open && (
        <ApplicationForm
          texts={{ application, pixKey, validation: messages["panel/requests"].validation }}
          ready={account?.emailVerified === true}
          terms={terms}
          known={initialOf(seller)}
        />
      )}
    </AccountPage>
  );
}
