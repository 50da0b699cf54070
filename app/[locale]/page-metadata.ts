import type { Metadata } from "next";
import type { Messages, NamespaceKeys, NestedKeyOf, useTranslations } from "next-intl";
import { getLocale, getTranslations } from "next-intl/server";
import { pageMetadata } from "@/lib/platform/i18n/metadata";

type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>;
type TextValues = Readonly<Record<string, string | number>>;
type Key<Name extends Namespace> = Parameters<ReturnType<typeof useTranslations<Name>>>[0];

/** Texts of a namespace whose name is known at run time only. */
async function textsOf(namespace: Namespace): Promise<(key: string, values?: TextValues) => string> {
  return (await getTranslations(namespace)) as (key: string) => string;
}

/** The `generateMetadata` of a page that search engines do not list; its title is a message. */
export function unlistedMetadata<Name extends Namespace>(namespace: Name, title: Key<Name>, more: Metadata = {}) {
  return async (): Promise<Metadata> => {
    const t = await textsOf(namespace);
    return { title: `${t(title)} | LACAMBECHE`, robots: { index: false }, ...more };
  };
}

/** The `generateMetadata` of a page whose address is a secret: other sites do not get it as the referrer either. */
export function secretMetadata<Name extends Namespace>(namespace: Name, title: Key<Name>) {
  return unlistedMetadata(namespace, title, { robots: { index: false, follow: false }, referrer: "no-referrer" });
}

/** Metadata of a public page from the messages `metaTitle` and `metaDescription`, which may contain values. */
export async function textMetadata(namespace: Namespace, path: string, image: string, values?: TextValues) {
  const t = await textsOf(namespace);
  return pageMetadata({
    locale: await getLocale(),
    path,
    title: t("metaTitle", values),
    description: t("metaDescription", values),
    image,
  });
}

/** The `generateMetadata` of a public page with these messages. */
export const publicMetadata = (namespace: Namespace, path: string, image: string) => (): Promise<Metadata> =>
  textMetadata(namespace, path, image);
