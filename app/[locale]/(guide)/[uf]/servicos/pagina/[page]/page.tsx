import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageOfSegment } from "@/lib/platform/paging";
import { servicesPath } from "@/lib/guide/services/rules";
import { ServiceDirectory, serviceDirectoryMetadata } from "../../service-directory";

type Props = { params: Promise<{ uf: string; page: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, page: segment } = await params;
  const page = pageOfSegment(segment);
  if (page === null) notFound();
  // Page 1 redirects to the list itself, so that it has only one address.
  if (page === 1) permanentRedirect(localePath(await getLocale(), servicesPath(uf)));
  return { uf, page };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return serviceDirectoryMetadata(await load(params));
}

export default async function ServicesFurtherPage({ params }: Props) {
  return <ServiceDirectory {...await load(params)} />;
}
