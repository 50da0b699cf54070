import type { Metadata } from "next";
import { ClubDirectory, clubDirectoryMetadata } from "../../club-directory";
import { stateOf } from "../state-of";

type Props = { params: Promise<{ uf: string }> };

export const revalidate = 300;
export const generateStaticParams = () => [];

async function load(params: Props["params"]) {
  const state = stateOf((await params).uf);
  return state;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return clubDirectoryMetadata(await load(params));
}

export default async function StateClubsPage({ params }: Props) {
  return <ClubDirectory state={await load(params)} />;
}
