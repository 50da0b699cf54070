import { ClubDirectory, clubDirectoryMetadata } from "../../club-directory";

export const revalidate = 300;

export const generateMetadata = () => clubDirectoryMetadata(null);

export default function ClubsPage() {
  return <ClubDirectory state={null} />;
}
