import { Migration } from '@mikro-orm/migrations'

export class Migration0052 extends Migration {
  override up(): void {
    this.addSql('alter table "accounts" add "session_epoch" int not null default 0;')
  }
}
