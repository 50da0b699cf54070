import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageOfSegment } from "@/lib/platform/paging";
import { listPath } from "@/lib/guide/regions/rules";
import { RegionList, regionListMetadata } from "../../region-list";

type Props = { params: Promise<{ uf: string; page: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

/** Redirects page 1 to the list itself, so that it has only one address. */
async function place(params: Props["params"]) {
  const { uf, page: segment } = await params;
  const page = pageOfSegment(segment);
  if (page === null) notFound();
  if (page === 1) permanentRedirect(localePath(await getLocale(), listPath(uf, 1)));
  return { uf, page };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return regionListMetadata(await place(params));
}

export default async function FurtherRegionsPage({ params }: Props) {
  return <RegionList {...await place(params)} />;
}
