import { Migration } from '@mikro-orm/migrations'

export class Migration0002 extends Migration {
  override up(): void {
    this.addSql('create index "dependencies_sync" on "dependencies" ("predecessor_project_id", "sync_seq");')
  }
}
