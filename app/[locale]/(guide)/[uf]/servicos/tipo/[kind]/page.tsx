import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { listOfSegment } from "@/lib/guide/services/rules";
import { ServiceDirectory, serviceDirectoryMetadata } from "../../service-directory";

type Props = { params: Promise<{ uf: string; kind: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const { uf, kind } = await params;
  const list = listOfSegment(kind);
  if (!list) notFound();
  return { uf, list, page: 1 };
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return serviceDirectoryMetadata(await load(params));
}

export default async function PlacesOfKindPage({ params }: Props) {
  return <ServiceDirectory {...await load(params)} />;
}
