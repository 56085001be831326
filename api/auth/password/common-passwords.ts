/**
 * Passwords that are tried first, in lower case: keyboard runs, number runs, and words that people choose, alone and with
 * the endings that people add. Compiled for this service; entries under eight characters are refused by length already.
 */
const KEYBOARD_AND_NUMBERS = `
  12345678 123456789 1234567890 12345678910 123456789a a123456789 0123456789 0987654321 9876543210 987654321 87654321
  11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 5555555555 66666666
  77777777 7777777777 88888888 8888888888 99999999 9999999999 12121212 1212121212 123123123 123123123123 321321321
  112233445566 1122334455 11223344 12341234 123412341234 1234512345 123456123456 1234567a 12345678a 123456789q
  123456qwerty 1234qwer 1234qwerasdf 12345qwert 123qweasd 123qweasdzxc 123qwe123 123qwe123qwe 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw2 1qaz@wsx 1qaz!qaz q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 qazwsxedc qazwsxedcrfv qazwsx123 qweasdzxc qweasdzxc123 qweqweqwe qwe123qwe qwe123456 qwer1234
  qwer12345 qwer123456 qwert123 qwert12345 qwert123456 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
  qwerty1234567 qwerty12345678 qwerty123456789 qwertyqwerty qwertyui qwertyuio qwertyuiop qwertyuiop123 qwertyuiop[]
  qwertyuiopasdfghjkl qwertz123 qwertzuiop azerty123 azertyuiop asdfasdf asdf1234 asdf12345 asdfgh123 asdfghjk asdfghjkl
  asdfghjkl1 asdfghjkl123 asdfghjkl; asd123456 asdasdasd zxcvbnm1 zxcvbnm123 zxcvbnm,./ zxczxczxc zaq12wsx zaq1zaq1
  zaq1xsw2 zaq12wsxcde3 poiuytrewq lkjhgfdsa mnbvcxz1 abcd1234 abcd12345 abcd123456 abc12345 abc123456 abc1234567
  abc123abc123 abcdefgh abcdefghi abcdefghij abcdefg1 abcdefg123 a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6 aa123456 aa12345678
  aaaaaaaa aaaaaaaaaa aaaaaaaa1 aaaaaaaaa1 abcabcabc xxxxxxxx xxxxxxxxxx zzzzzzzz 1a2b3c4d 1a2b3c4d5e 10203040
  1020304050 13579246 1357924680 24681012 147258369 147258369a 159357456 159753456 741852963 789456123 789456123a
  963852741 147852369 314159265 3141592653 31415926535 2718281828 19191919 20202020 2020202020 01234567 01012000
  01011980 01011990 12312312 !@#$%^&* !@#$%^&*() 1234!@#$ 123!@#qwe !qaz2wsx !qaz@wsx !qaz1qaz 1qaz2wsx!
`

const PHRASES = `
  iloveyou iloveyou1 iloveyou2 iloveyou12 iloveyou123 iloveyou1234 iloveyou! iloveyou1! ilovegod ilovemyself lovelove
  loveyou123 iloveu123 ilovemum123 trustno1 trustno1! trustno123 letmein1 letmein12 letmein123 letmein1234 letmein123!
  letmeinnow letmeinplease welcome1 welcome12 welcome123 welcome1234 welcome123! welcome1! welcome01 welcome2020
  welcome2021 welcome2022 welcome2023 welcome2024 welcome2025 welcome2026 opensesame opensesame1 whatever whatever1
  whatever123 nothing123 mypassword mypassword1 mypassword123 yourpassword newpassword newpassword1 newpassword123
  oldpassword thepassword nopassword notpassword forgotpassword passwordpassword passpass123 pass1234 pass12345
  pass123456 passw0rd passw0rd1 passw0rd12 passw0rd123 passw0rd123! passw0rd! p@ssword p@ssword1 p@ssword12 p@ssword123
  p@ssword1! p@ssw0rd p@ssw0rd1 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234 p@ssw0rd! p@ssw0rd1! p@$$w0rd p@$$w0rd1 pa$$w0rd
  pa$$w0rd1 pa$$word pa$$word1 pa55word pa55word1 pa55w0rd password password! password!1 password!123 password@1
  password@123 password#1 password$1 password00 password01 password1 password1! password1$ password10 password11
  password12 password12! password123 password123! password123# password123$ password1234 password1234! password12345
  password123456 password1234567 password12345678 password123456789 password1a password2 password2! password21
  password22 password2020 password2021 password2022 password2023 password2024 password2025 password2026 password3
  password321 password69 password77 password88 password99 password_1 password-1 password.1 passwords1 passwort passwort1
  passwort12 passwort123 passwort1234 motdepasse motdepasse1 motdepasse123 contrasena contrasena1 contrasena123
  contrasenia senha123 senha12345 wachtwoord wachtwoord1 wachtwoord01 haslo12345 parola123 parola12345 hello123
  hello1234 hello12345 hello123456 helloworld helloworld1 helloworld123 hellohello hellokitty hellokitty1 changeme
  changeme1 changeme12 changeme123 changeme123! changeme! changemenow changeit1 changeit123 default1 default123
  default1234 guest123 guest1234 guest12345 demo1234 demo12345 test1234 test12345 test123456 test1234567 testtest
  testtest1 testtest123 testing1 testing123 testing1234 testpassword testpass1 testpass123 temp1234 temp12345 temp123456
  temppass1 temppass123 temporary1 temporary123 secret123 secret1234 secret12345 secretpassword topsecret topsecret1
  topsecret123 supersecret supersecret1 superuser superuser1 superuser123 root1234 root12345 rootroot rootroot1 toor1234
  admin123 admin1234 admin12345 admin123456 admin1234567 admin12345678 admin123! admin@123 admin@1234 admin2020
  admin2021 admin2022 admin2023 admin2024 admin2025 admin2026 adminadmin adminadmin1 adminadmin123 adminpass adminpass1
  adminpass123 adminpassword administrator administrator1 administrator123 manager1 manager123 manager1234 master12
  master123 master1234 masterkey masterpass master12345 user1234 user12345 username username1 username123 login123
  login1234 login12345 access123 access1234 access14 system123 system1234 server123 server1234 database database1
  oracle123 mysql123 internet internet1 internet123 computer computer1 computer12 computer123 computer1234 company1
  company123 company1234 office123 office1234 project1 project123 project1234 schedule1 schedule123 planning1
  planning123
`

const WORDS_WITH_ENDINGS = `
  sunshine princess football baseball basketball superman batman123 spiderman dragon monkey shadow master michael
  jennifer jordan hunter buster soccer harley ranger daniel thomas robert george charlie andrew michelle jessica
  pepper ginger summer winter spring autumn freedom computer starwars pokemon chocolate butterfly flower diamond
  liverpool arsenal chelsea barcelona madrid london berlin paris america canada australia germany england
  samsung google facebook linkedin twitter microsoft windows android cheese cookie banana orange purple yellow
  silver golden thunder lightning phoenix tiger eagle falcon mustang ferrari porsche mercedes corvette yankees
  cowboys steelers lakers jesus christ angel heaven family friends forever lucky happy smile beautiful
  matrix killer hacker wizard merlin gandalf ninja samurai pirate rockstar metallica nirvana january february march
  april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
`
const ENDINGS = ['', '1', '12', '123', '1234', '12345', '!', '1!', '123!', '2024', '2025', '2026']

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...words(KEYBOARD_AND_NUMBERS),
  ...words(PHRASES),
  ...words(WORDS_WITH_ENDINGS).flatMap((word) => ENDINGS.map((ending) => word + ending)),
])
