import type { Metadata } from "next";
import { ServiceDirectory, serviceDirectoryMetadata } from "./service-directory";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return serviceDirectoryMetadata({ uf: (await params).uf, page: 1 });
}

export default async function ServicesPage({ params }: Props) {
  return <ServiceDirectory uf={(await params).uf} page={1} />;
}
