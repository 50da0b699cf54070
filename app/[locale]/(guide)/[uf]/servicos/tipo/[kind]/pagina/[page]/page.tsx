import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageOfSegment } from "@/lib/platform/paging";
import { listOfSegment, placesPath } from "@/lib/guide/services/rules";
import { ServiceDirectory, serviceDirectoryMetadata } from "../../../../service-directory";

type Props = { params: Promise<{ uf: string; kind: string; page: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, kind, page: segment } = await params;
  const list = listOfSegment(kind);
  const page = pageOfSegment(segment);
  if (page === null || !list) notFound();
  // Page 1 redirects to the list itself, so that it has only one address.
  if (page === 1) permanentRedirect(localePath(await getLocale(), placesPath(uf, list)));
  return { uf, list, page };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return serviceDirectoryMetadata(await load(params));
}

export default async function PlacesOfKindFurtherPage({ params }: Props) {
  return <ServiceDirectory {...await load(params)} />;
}
