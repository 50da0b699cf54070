import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { postcardPath } from "@/components/guide/postcards/postcard";
import { listLegalVersions } from "@/lib/accounts/legal/queries";
import type { LegalKey, LegalVersion } from "@/lib/accounts/legal/rules";
import { fillContacts } from "@/lib/guide/pages/rules";
import { pageMetadata } from "@/lib/platform/i18n/metadata";
import { getSettings } from "@/lib/platform/settings/queries";

/** Title and description of a legal page. */
export async function legalMetadata(key: LegalKey): Promise<Metadata> {
  const t = await getTranslations("guide/pages.legal");
  const texts = { title: t(`${key}.metaTitle`), description: t(`${key}.metaDescription`) };
  return pageMetadata({
    locale: await getLocale(),
    path: `/${key}`,
    image: postcardPath("cidade-historica", key, "png"),
    ...texts,
  });
}

/** The versions of a legal text with the portal's contacts filled in. */
export async function legalVersions(key: LegalKey): Promise<LegalVersion[]> {
  const t = await getTranslations("guide/pages");
  const [locale, settings] = await Promise.all([getLocale(), getSettings()]);
  const versions = await listLegalVersions(key, locale);
  return versions.map((version) => ({ ...version, body: fillContacts(version.body, settings, t("missing")) }));
}
