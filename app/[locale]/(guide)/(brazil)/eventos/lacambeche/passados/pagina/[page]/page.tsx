import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { pastEventsPath } from "@/lib/events/events/rules";
import { localePath } from "@/lib/platform/i18n/routing";
import { pageOfSegment } from "@/lib/platform/paging";
import { PastEvents, pastEventsMetadata } from "../../../../../../past-events";

type Props = { params: Promise<{ page: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

/** Redirects page 1 to the list itself, so that it has only one address. */
async function load(params: Props["params"]) {
  const page = pageOfSegment((await params).page);
  if (page === null) notFound();
  if (page === 1) permanentRedirect(localePath(await getLocale(), pastEventsPath()));
  return page;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return pastEventsMetadata(await load(params));
}

export default async function FurtherPastEventsPage({ params }: Props) {
  return <PastEvents page={await load(params)} />;
}
