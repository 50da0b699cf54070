import type { Metadata } from "next";
import { ClubDirectory, clubDirectoryMetadata } from "../../club-directory";
import { stateOfPage } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return clubDirectoryMetadata(await stateOfPage(params));
}

export default async function StateClubsPage({ params }: Props) {
  return <ClubDirectory state={await stateOfPage(params)} />;
}
